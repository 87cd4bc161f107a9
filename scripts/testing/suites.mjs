import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheDir, root } from "../setup/paths.mjs";
import { runNode } from "../setup/run.mjs";
import { readPlaywrightReport, settle } from "./results.mjs";

const reports = join(cacheDir, "test");
/** Bytes: most of it is for videos of 50 MB, several at a time. */
const roomForTests = 6 * 2 ** 30;

/**
 * Additional arguments and environment of a run.
 * @typedef {{ args?: string[], env?: Record<string, string> }} Further
 */

/**
 * @param {string[]} projects
 * @param {string[]} filter parts of file names
 * @param {Further} [further]
 */
export async function runVitest(projects, filter, { args = [], env = {} } = {}) {
  const report = freshReport("vitest.json");
  const { ok } = await runNode(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--allowOnly=false",
      "--reporter=default",
      "--reporter=./scripts/testing/vitest-reporter.mjs",
      ...projects.map((name) => `--project=${name}`),
      ...args,
      ...filter,
    ],
    { show: true, env: { ...testEnvironment(), ...env, CAIRN_VITEST_RESULT: report } },
  );
  return settle(
    readReport(report, (result) => result),
    ok,
  );
}

/**
 * @param {string} project
 * @param {string[]} filter parts of file names
 * @param {Further & { browser?: string }} [further]
 */
export async function runPlaywright(project, filter, { browser = "", args = [], env = {} } = {}) {
  const report = freshReport("playwright.json");
  const own = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const cli = ["node_modules/@playwright/test/cli.js", "test", "--forbid-only", "--reporter=list,json"];
  const { ok } = await runNode([...cli, `--project=${project}`, ...args, ...filter], {
    show: true,
    env: { ...testEnvironment(), ...own, ...env },
  });
  return settle(readReport(report, readPlaywrightReport), ok);
}

/** @param {string} name */
function freshReport(name) {
  const path = join(reports, name);
  mkdirSync(reports, { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/**
 * @param {string} path
 * @param {(report: any) => import("./results.mjs").Result} read
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    console.error(`The tests left no readable report at ${path}.`);
    return { passed: 0, failed: 1, failures: [], skipped: [] };
  }
}

/** @type {string | undefined} */
let folder;

/**
 * Where tests keep their databases and files: in memory, if the machine has room there, because they ask for the disk
 * thousands of times and none needs what it stores after a power cut. Removed when this process ends.
 */
function testFolder() {
  if (folder) return folder;
  const memory = "/dev/shm";
  const room = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const made = mkdtempSync(join(room.bavail * room.bsize > roomForTests ? memory : tmpdir(), "cairn-tests-"));
  // Some servers run as another user, in folders of their own below it.
  chmodSync(made, 0o711);
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** The environment without the developer's own settings: tests must not write to a DATABASE_URL from the shell. */
function testEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, TMPDIR: testFolder() };
  // Vitest would colour its output for CI even where it goes into a file.
  if (!process.stdout.isTTY) env.NO_COLOR = "1";
  const example = readFileSync(join(root, ".env.example"), "utf8");
  for (const [, name] of example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)) delete env[name ?? ""];
  return env;
}
