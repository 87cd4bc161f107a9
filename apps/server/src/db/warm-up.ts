/** PostgreSQL plans a named statement again for each of its first five runs, then settles on a plan that it keeps. */
const runsUntilSettled = 6;

type Reads = readonly (() => Promise<unknown>)[];

interface WarmUp {
  /** The hot statements: run until their plans are settled. */
  firstPage: Reads;
  /** Slow only the first time in a process. */
  firstUses: Reads;
}

/** Runs what the first visitors and admins would otherwise wait for. */
export async function warmUp({ firstPage, firstUses }: WarmUp): Promise<void> {
  for (const run of firstPage) {
    for (let count = 0; count < runsUntilSettled; count += 1) await run();
  }
  for (const run of firstUses) await run();
}
