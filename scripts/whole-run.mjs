import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, root } from "./setup/paths.mjs";
import { run, stopWithChildren } from "./setup/run.mjs";
import { commands, fileBudget } from "./testing/budget.mjs";
import { settle } from "./testing/results.mjs";
import { lookAgain } from "./testing/second-look.mjs";

// What `.ci/run` runs once the machine has every program: each command in turn, then the files with failures once more.
// Ends with what each part took, the dearest files, what failed, what was unstable, and `N passed, N failed` over all.
// The same is left in .cache/test/whole-run.json.

/** @typedef {import("./testing/totals.mjs").Part} Part */

const reports = join(cacheDir, "test");

process.chdir(root);
mkdirSync(reports, { recursive: true });
stopWithChildren({ patience: 20 });

const runs = [];
for (const each of commands) {
  console.log(`\n== npm run ${[each.command, ...each.words].join(" ")}`);
  const began = performance.now();
  runs.push({ ...each, ...(await runCommand(each)), seconds: (performance.now() - began) / 1000 });
}
keepScreens();
const { unstable, failures } = await lookAgain(runs, async ({ command, words }, part, file) => {
  console.log(`\n== Once more, alone: ${file}`);
  return runCommand({ command, words: [...words, part, file] });
});
const files = runs
  .flatMap(({ parts }) => parts.flatMap(({ result }) => result.files ?? []))
  .sort((one, other) => other.seconds - one.seconds);
const firstFailed = total(runs.map(({ failed }) => failed));
const failed = firstFailed - unstable.length;
const passed = total(runs.map((each) => each.passed)) + unstable.length;

console.log("");
for (const { command, seconds, budget, parts } of runs) {
  console.log(`npm run ${command}: ${Math.round(seconds)} s of ${budget} s`);
  for (const part of parts) console.log(`  ${part.title}: ${Math.round(part.seconds)} s`);
}
const dear = files.filter(({ seconds }) => seconds > fileBudget);
console.log(`The dearest of ${files.length} files; ${dear.length} are over the ${fileBudget} s of a file:`);
for (const { file, seconds } of files.slice(0, Math.max(10, dear.length)))
  console.log(`  ${seconds} s ${file}`);
console.log("");
for (const failure of failures) console.log(`  failed: ${failure}`);
for (const failure of unstable) console.log(`  unstable: ${failure}`);
const summary = { passed, failed, failures, unstable, runs, files };
writeFileSync(join(reports, "whole-run.json"), JSON.stringify(summary, null, 1));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** @param {{ command: string, words: string[] }} what */
async function runCommand({ command, words }) {
  const report = join(reports, "report.json");
  rmSync(report, { force: true });
  const { ok } = await run("npm", ["run", "--silent", command, "--", ...words], {
    show: true,
    env: { ...process.env, CAIRN_REPORT: report },
  });
  const parts = readParts(report);
  const found = settle(
    {
      passed: total(parts.map(({ result }) => result.passed)),
      failed: total(parts.map(({ result }) => result.failed)),
      failures: parts.flatMap(({ result }) => result.failures),
      skipped: [],
    },
    ok,
  );
  // What blames no test has failed itself.
  const nobody = { name: `npm run ${command}`, message: ok ? "ran no test" : "ended badly" };
  const failures = found.failed > 0 && found.failures.length === 0 ? [nobody] : found.failures;
  return { ...found, failures, parts, ok: found.failed === 0 };
}

/** Moves the screens of what failed to .cache/test/first-look: the second look writes to the same folder. */
function keepScreens() {
  const kept = join(reports, "first-look");
  rmSync(kept, { recursive: true, force: true });
  if (existsSync("test-results")) renameSync("test-results", kept);
}

/**
 * @param {string} report
 * @returns {Part[]} none if the command ended before it had a result
 */
function readParts(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return [];
  }
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
