import { writeFileSync } from "node:fs";
import { describeFailure } from "./results.mjs";

/** @typedef {import("./results.mjs").Result} Result */

/**
 * One part of a command and how long it took, in seconds.
 * @typedef {{ title: string, result: Result, seconds: number }} Part
 */

/** A skip that is allowed even with every program installed, recognised by its reason. */
const beyondPrograms = /: this machine does not let a test mount a disk/;

/**
 * The continuous integration installs every program that a test needs, so a test that is skipped there has not shown
 * what it is there for.
 * @param {Result} result
 * @param {boolean} isComplete whether this machine should have everything
 * @returns {Result}
 */
export function countSkipped(result, isComplete) {
  const missed = isComplete ? result.skipped.filter((test) => !beyondPrograms.test(test)) : [];
  return {
    ...result,
    failed: result.failed + missed.length,
    failures: [...result.failures, ...missed.map((test) => ({ name: "skipped", message: test }))],
    skipped: result.skipped.filter((test) => !missed.includes(test)),
  };
}

/**
 * Prints each part's result, then the total line, and sets the exit status from it; a run in which no test passed
 * fails. Within a run of all commands it leaves its report in the file that CAIRN_REPORT names, and its total is told
 * apart from that of the whole run.
 * @param {string} command
 * @param {readonly Part[]} parts
 */
export function closeWithTotals(command, parts) {
  console.log("");
  const counted = parts.map((part) => ({
    ...part,
    result: countSkipped(part.result, process.env.CI === "true"),
  }));
  const passed = sum(counted.map(({ result }) => result.passed));
  const failed = sum(counted.map(({ result }) => result.failed));
  for (const { title, result, seconds } of counted) {
    console.log(`${title}: ${result.passed} passed, ${result.failed} failed in ${seconds.toFixed(1)} s`);
    for (const failure of result.failures) console.log(`  failed: ${describeFailure(failure)}`);
    for (const test of result.skipped) console.log(`  skipped: ${test}`);
  }
  const report = process.env.CAIRN_REPORT;
  if (report) writeFileSync(report, JSON.stringify(counted));
  console.log(`${report ? `${command}: ` : ""}${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
