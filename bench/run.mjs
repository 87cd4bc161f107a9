import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { forNode } from "../packages/node/build.mjs";
import { prepareOrExit } from "../scripts/setup/prepare.mjs";
import { stopWithChildren } from "../scripts/setup/run.mjs";

// npm run bench [-- NAME ...] [--quick] [--engine embedded|server] [--only ROW] [--profile ROW]: bundles each scenario
// as the server is bundled, runs it, and prints its tables of ratios. The machine may be shared and noisy: ratios inside
// one run are worth quoting, single times are not.
//   --quick    a tenth of the items, fewer and shorter turns
//   --engine   only the embedded engine, or only a PostgreSQL server, which is started for it
//   --only     only the rows whose name holds this
//   --profile  the same, and where the time of the row goes
//   --lighthouse  installs Lighthouse into the cache folder if it is not there; pages are measured with it

const here = import.meta.dirname;
const server = join(here, "../apps/server/src");
const out = join(here, "../.cache/bench");
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    engine: { type: "string", default: "" },
    only: { type: "string", default: "" },
    profile: { type: "string", default: "" },
    lighthouse: { type: "boolean", default: false },
  },
});
const engines = ["embedded", "server"].filter((engine) => !values.engine || values.engine === engine);
if (engines.length === 0) throw new Error(`no such engine: ${values.engine}; there are embedded and server`);
const names = readdirSync(join(here, "scenarios"))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.length === 0) throw new Error(`no such scenario: ${wanted.join(", ")}`);

await prepareOrExit();
const esbuild = await import("esbuild");
const { packEmptyDatabase, workerEntries } = await import("../apps/server/build.mjs");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await esbuild.build({
  ...forNode,
  entryPoints: [
    ...names.map((name) => join(here, `scenarios/${name}.ts`)),
    ...["bare", "client", "sockets-client"].map((name) => join(here, `support/${name}.ts`)),
    ...workerEntries().map((file) => join(here, "../apps/server", file)),
  ],
  entryNames: "[name]",
  outdir: out,
});
cpSync(join(server, "db/migrations"), join(out, "migrations"), { recursive: true });
await packEmptyDatabase(out);

let status = 0;
/**
 * A table is shown as soon as it is measured.
 * @param {string} title
 * @param {readonly object[]} rows
 */
function show(title, rows) {
  console.log(title);
  console.table(rows);
}
// Each program and each temporary folder of a scenario goes with this process.
process.setMaxListeners(100);
// Servers that a scenario started end with this process, by its exit.
stopWithChildren({ patience: 1 });
for (const name of names) {
  const { scenario } = await import(pathToFileURL(join(out, `${name}.js`)).href);
  console.log(`\n${name}`);
  const [load = 0] = loadavg();
  const result = await scenario({ ...values, engines, show }).catch((/** @type {unknown} */ error) => {
    // The others can go on without what it lacks.
    console.error(error);
    return null;
  });
  if (result === null) {
    status = 1;
    continue;
  }
  if (Array.isArray(result)) show(name, result);
  const tables = Array.isArray(result) ? { rows: result } : result;
  const results = join(here, "results");
  mkdirSync(results, { recursive: true });
  const when = { date: new Date().toISOString(), node: process.version, load: Number(load.toFixed(1)) };
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify({ ...when, ...tables }, null, 2)}\n`);
}
process.exit(status);
