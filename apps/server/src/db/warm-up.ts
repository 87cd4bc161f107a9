/** PostgreSQL plans a named statement anew for its first five runs, then settles on a plan that it keeps. */
const runsUntilSettled = 6;

/** Runs the hot statements before the first visitor does. */
export async function warmUp(statements: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const run of statements) {
    for (let count = 0; count < runsUntilSettled; count += 1) await run();
  }
}
