import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, root } from "../setup/paths.mjs";
import { runNode } from "../setup/run.mjs";
import { readPlaywrightReport, settle } from "./results.mjs";

const reports = join(cacheDir, "test");

/**
 * Additional arguments and environment of a run.
 * @typedef {{ args?: string[], env?: Record<string, string> }} Further
 */

/**
 * @param {string[]} projects none: all
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
 * @param {string[]} filter parts of file names
 * @param {string} browser
 * @param {Further} [further]
 */
export async function runPlaywright(filter, browser, { args = [], env = {} } = {}) {
  const report = freshReport("playwright.json");
  const own = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const cli = ["node_modules/@playwright/test/cli.js", "test", "--forbid-only", "--reporter=list,json"];
  const { ok } = await runNode([...cli, ...args, ...filter], {
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

/** The environment without the developer's own settings: tests must not write to a DATABASE_URL from the shell. */
function testEnvironment() {
  const env = { ...process.env };
  // Vitest would colour its output for CI even where it goes into a file.
  if (!process.stdout.isTTY) env.NO_COLOR = "1";
  const example = readFileSync(join(root, ".env.example"), "utf8");
  for (const [, name] of example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)) delete env[name ?? ""];
  return env;
}
