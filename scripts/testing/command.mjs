import { root } from "../setup/paths.mjs";
import { SetupError } from "../setup/phase.mjs";
import { stopWithChildren } from "../setup/run.mjs";
import { closeWithTotals } from "./totals.mjs";

/** @typedef {import("./results.mjs").Result} Result */
/** @typedef {(title: string, work: () => Promise<Result>) => Promise<void>} RunPart */

/**
 * A command that runs tests, part by part; ends with the result of each and the total. What goes wrong between the parts
 * (no packages, no build, no server) counts as a failure of its own: no later part can show anything.
 * @param {string} command
 * @param {(runPart: RunPart) => Promise<void>} work
 */
export async function runTestCommand(command, work) {
  /** @type {import("./totals.mjs").Part[]} */
  const done = [];
  process.chdir(root);
  stopWithChildren({ patience: 20 });
  try {
    await work(async (title, runTests) => {
      console.log(`\n${title}`);
      const began = performance.now();
      const result = await runTests();
      done.push({ title, result, seconds: (performance.now() - began) / 1000 });
    });
  } catch (error) {
    console.error(error instanceof SetupError ? `${error.output.trim()}\n\n${error.message}` : error);
    done.push({ title: "Set-up", result: { passed: 0, failed: 1, failures: [], skipped: [] }, seconds: 0 });
  }
  closeWithTotals(command, done);
}
