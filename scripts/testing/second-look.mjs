import { describeFailure } from "./results.mjs";

/** @typedef {import("./results.mjs").Failure} Failure */

/** With more failures than this, what is wrong is not one test's timing. */
const maxFailures = 5;

/**
 * Runs each file with failures once more, alone, if at most five tests failed and each belongs to a file. A file that
 * passes then was unstable: a fault of the product or of the test, which the next change mends (docs/testing.md).
 * @template {{ failed: number, failures: readonly Failure[] }} Run
 * @param {readonly Run[]} runs one of each command
 * @param {(run: Run, part: string, file: string) => Promise<{ ok: boolean, failures: readonly Failure[] }>} runAgain
 * @returns {Promise<{ unstable: string[], failures: string[] }>} what passed then, and what failed twice or could not be
 *   run again
 */
export async function lookAgain(runs, runAgain) {
  const all = runs.flatMap(({ failures }) => failures);
  const failed = runs.reduce((total, run) => total + run.failed, 0);
  if (failed > maxFailures || all.length < failed || all.some(({ file }) => !file))
    return { unstable: [], failures: all.map(describeFailure) };

  const result = { unstable: /** @type {string[]} */ ([]), failures: /** @type {string[]} */ ([]) };
  for (const run of runs) {
    for (const file of new Set(run.failures.map((failure) => failure.file ?? ""))) {
      const first = run.failures.filter((failure) => failure.file === file);
      const second = await runAgain(run, partOf(file), file);
      if (second.ok) result.unstable.push(...first.map(describeFailure));
      else
        result.failures.push(...(second.failures.length > 0 ? second.failures : first).map(describeFailure));
    }
  }
  return result;
}

/**
 * The part of a command that runs a file.
 * @param {string} file
 */
function partOf(file) {
  const parts = {
    "apps/web/": "web",
    "scripts/": "scripts",
    "tests/journeys/": "e2e",
    "tests/scale/": "instances",
  };
  const [, part = "server"] = Object.entries(parts).find(([folder]) => file.startsWith(folder)) ?? [];
  return part;
}
