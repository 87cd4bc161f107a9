import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

// npm run bench [-- NAME ...]: bundles each scenario as the server is bundled, runs it, and prints its table of ratios.
// The machine may be shared and noisy: ratios inside one run are worth quoting, single times are not.

const here = import.meta.dirname;
const server = join(here, "../apps/server/src");
const out = join(here, "../.cache/bench");
const wanted = process.argv.slice(2);
const names = readdirSync(join(here, "scenarios"))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.length === 0) throw new Error(`no such scenario: ${wanted.join(", ")}`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await esbuild.build({
  entryPoints: [
    ...names.map((name) => join(here, `scenarios/${name}.ts`)),
    join(server, "db/embedded/worker.ts"),
  ],
  entryNames: "[name]",
  outdir: out,
  bundle: true,
  packages: "external",
  alias: { "@cairn/contract": join(here, "../packages/contract/src/index.ts") },
  platform: "node",
  format: "esm",
  target: "node20",
});
cpSync(join(server, "db/migrations"), join(out, "migrations"), { recursive: true });

for (const name of names) {
  const { scenario } = await import(pathToFileURL(join(out, `${name}.js`)).href);
  console.log(`\n${name}`);
  const rows = await scenario();
  console.table(rows);
  const results = join(here, "results");
  mkdirSync(results, { recursive: true });
  const date = new Date().toISOString();
  writeFileSync(
    join(results, `${name}.json`),
    `${JSON.stringify({ date, node: process.version, rows }, null, 2)}\n`,
  );
}
process.exit(0);
