import "./setup/node-version.mjs";
import { root } from "./setup/paths.mjs";
import { SetupError, seconds } from "./setup/phase.mjs";
import { prepare } from "./setup/prepare.mjs";
import { stopWithChildren } from "./setup/run.mjs";
import { closeWithTotals } from "./testing/totals.mjs";

/** @typedef {import("./testing/results.mjs").Result} Result */

const usage = "npm test [-- lint | unit | server | web | e2e [part of a file name ...]]";

/** @type {Record<string, (filter: string[]) => Promise<void>>} */
const parts = {
  lint,
  unit: (filter) => unit([], filter),
  server: (filter) => unit(["server", "fuzz"], filter),
  web: (filter) => unit(["web", "web-alone"], filter),
  e2e,
  all: async () => {
    await lint();
    await unit([], []);
    await e2e([]);
  },
};

/** @type {{ title: string, result: Result, took: string }[]} */
const done = [];

process.chdir(root);
const [name = "all", ...filter] = process.argv.slice(2);
const part = parts[name];
if (!part) {
  console.error(usage);
  process.exit(1);
}
stopWithChildren({ patience: 20 });
try {
  await part(filter);
} catch (error) {
  // Without packages, a build or a browser, no later step can show anything.
  console.error(error instanceof SetupError ? `${error.output.trim()}\n\n${error.message}` : error);
  done.push({ title: "Set-up", result: { passed: 0, failed: 1, failures: [], skipped: [] }, took: "" });
}
closeWithTotals(done);

async function lint() {
  await prepare({ building: false });
  const { runStaticChecks } = await import("./testing/static-checks.mjs");
  await timed("Static checks", runStaticChecks);
}

/**
 * @param {string[]} projects
 * @param {string[]} filter
 */
async function unit(projects, filter) {
  await prepare();
  const { runVitest } = await import("./testing/suites.mjs");
  await timed("Unit and integration tests", () => runVitest(projects, filter));
}

/** @param {string[]} filter */
async function e2e(filter) {
  await prepare();
  const { ensureBrowser } = await import("./testing/browser.mjs");
  const { runPlaywright } = await import("./testing/suites.mjs");
  const browser = await ensureBrowser();
  await timed("Browser journeys", () => runPlaywright(filter, browser));
}

/**
 * @param {string} title
 * @param {() => Promise<Result>} work
 */
async function timed(title, work) {
  console.log(`\n${title}`);
  const began = performance.now();
  const result = await work();
  done.push({ title, result, took: seconds(began) });
}
