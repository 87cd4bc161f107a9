import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./setup/paths.mjs";
import { run } from "./setup/run.mjs";

// npm run ci [-- --write]: what CI does with the last commit, in a clean clone: a line a minute, then the end of its output.
// With --write, what each file took goes into tests/durations.json, by which the longest start first.

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const { output: changes } = await run("git", ["status", "--porcelain"]);
if (changes.trim()) console.log("Changes that are not committed are left out: only HEAD is tried.");
const folder = mkdtempSync(join(tmpdir(), "cairn-ci-"));
const clone = join(folder, "project");
const log = join(folder, "log");
const cloned = await run("git", ["clone", "--quiet", root, clone]);
if (!cloned.ok) throw new Error(cloned.output);

console.log(`Its output: ${log}`);
const began = performance.now();
const minutes = () => Math.round((performance.now() - began) / 60_000);
const child = spawn("bash", [".ci/run"], {
  cwd: clone,
  stdio: ["ignore", openSync(log, "a"), openSync(log, "a")],
  // A process group of its own: a signal reaches every program that it started.
  detached: true,
  env: { ...process.env, CI: "true" },
});
const lines = () => readFileSync(log, "utf8").trimEnd().split("\n");
const ticks = setInterval(() => console.log(`${minutes()} min  ${lines().at(-1)?.slice(0, 120)}`), 60_000);
for (const signal of /** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"]))
  process.on(signal, () => child.pid && process.kill(-child.pid, signal));
const status = await new Promise((resolve) => child.once("close", resolve));
clearInterval(ticks);

const report = join(clone, ".cache/test/whole-run.json");
console.log(`\n${lines().slice(-60).join("\n")}`);
console.log(`\n.ci/run ended with ${status} after ${minutes()} min`);
if (values.write && existsSync(report)) {
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  writeFileSync(join(root, "tests/durations.json"), `${JSON.stringify(durationsOf(files), null, 2)}\n`);
}
if (status === 0) rmSync(folder, { recursive: true, force: true });
process.exitCode = status === 0 ? 0 : 1;

/**
 * Seconds by file, for files that take more than one; of two commands that run a file the slower.
 * @param {{ file: string, seconds: number }[]} files the longest first
 */
function durationsOf(files) {
  const long = files.filter(({ seconds }) => seconds > 1).reverse();
  const byFile = new Map(long.map(({ file, seconds }) => [file, Math.round(seconds)]));
  return Object.fromEntries([...byFile].sort(([one], [other]) => one.localeCompare(other)));
}
