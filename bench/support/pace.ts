export interface Pace {
  readonly perSecond: number;
  readonly calls: number;
  /** Of one call. */
  readonly medianMs: number;
}

/** Calls as fast as answers come, `parallel` at a time, for this many milliseconds. */
export async function paceOf(call: () => Promise<unknown>, parallel: number, ms: number): Promise<Pace> {
  const took: number[] = [];
  const begun = performance.now();
  const caller = async () => {
    for (let now = begun; now - begun < ms; ) {
      await call();
      const then = performance.now();
      took.push(then - now);
      now = then;
    }
  };
  await Promise.all(Array.from({ length: parallel }, caller));
  return {
    perSecond: (took.length * 1000) / (performance.now() - begun),
    calls: took.length,
    medianMs: medianOf(took),
  };
}

export const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
