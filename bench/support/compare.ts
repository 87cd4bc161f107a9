export interface Subject {
  readonly name: string;
  /** One call; `round` never repeats. */
  run(round: number): Promise<void>;
}

const rounds = 15;
const callsPerRound = 20;

/** Runs all subjects in turn, round by round, so that a slow minute of the machine slows all of them; medians in ms. */
export async function medians(subjects: readonly Subject[]): Promise<Map<string, number>> {
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  let call = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of subjects) {
      const begun = performance.now();
      for (let count = 0; count < callsPerRound; count += 1) {
        call += 1;
        await run(call);
      }
      // The first round warms up.
      if (round > 0) times.get(name)?.push((performance.now() - begun) / callsPerRound);
    }
  }
  return new Map([...times].map(([name, measured]) => [name, median(measured)]));
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
