import "./setup/node-version.mjs";
import { prepare } from "./setup/prepare.mjs";
import { runTestCommand } from "./testing/command.mjs";

/** @typedef {import("./testing/command.mjs").RunPart} RunPart */

const usage = "npm test [-- lint | unit | server | web | scripts | e2e [part of a file name ...]]";

/** Vitest's projects but for the proofs, which `npm run prove` runs. */
const projects = ["tlog", "witness", "server", "web", "web-alone", "scripts"];

/** @type {Record<string, (runPart: RunPart, filter: string[]) => Promise<void>>} */
const parts = {
  lint,
  unit: (runPart, filter) => unit(runPart, projects, filter),
  server: (runPart, filter) => unit(runPart, ["server"], filter),
  web: (runPart, filter) => unit(runPart, ["web", "web-alone"], filter),
  scripts: (runPart, filter) => unit(runPart, ["scripts"], filter),
  e2e,
  all: async (runPart) => {
    await lint(runPart);
    await unit(runPart, projects, []);
    await e2e(runPart, []);
  },
};

const [name = "all", ...filter] = process.argv.slice(2);
const part = parts[name];
if (!part) {
  console.error(usage);
  process.exit(1);
}
await runTestCommand("npm test", (runPart) => part(runPart, filter));

/** @param {RunPart} runPart */
async function lint(runPart) {
  await prepare({ building: false });
  const { runStaticChecks } = await import("./testing/static-checks.mjs");
  await runPart("Static checks", runStaticChecks);
}

/**
 * @param {RunPart} runPart
 * @param {string[]} names
 * @param {string[]} filter
 */
async function unit(runPart, names, filter) {
  await prepare();
  const { runVitest } = await import("./testing/suites.mjs");
  await runPart("Unit and integration tests", () => runVitest(names, filter));
}

/**
 * @param {RunPart} runPart
 * @param {string[]} filter
 */
async function e2e(runPart, filter) {
  await prepare();
  const { ensureBrowser } = await import("./testing/browser.mjs");
  const { runPlaywright } = await import("./testing/suites.mjs");
  const browser = await ensureBrowser();
  await runPart("Browser journeys", () => runPlaywright("journeys", filter, { browser }));
}
