import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { forNode } from "../packages/node/build.mjs";
import { root } from "./setup/paths.mjs";
import { prepareOrExit } from "./setup/prepare.mjs";

// npm run prove [-- NAME ... --fraction 0.02 --write]: runs what shows that Cairn keeps its promises, at full counts
// or at a fraction of them, prints each figure, and with --write puts the rows of what was run into docs/evidence/proof.md.
// npm run prove -- --quick [PART [part of a file name ...]]: all files named *.proof.* once, at their smallest counts.

const promises = join(root, "tests/proofs/promises");
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    fraction: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
if (values.quick) {
  const { proveQuickly } = await import("./prove/quick.mjs");
  await proveQuickly(wanted);
  process.exit();
}
const fraction = Number(values.fraction);
if (!(fraction > 0 && fraction <= 1)) throw new Error("--fraction is a number above 0, at most 1");
const names = readdirSync(promises)
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`no such promise: ${unknown.join(", ")}`);

await prepareOrExit();
const { writeRows } = await import("./prove/results.mjs");
const esbuild = await import("esbuild");
const { packEmptyDatabase } = await import("../apps/server/build.mjs");
const out = join(root, ".cache/prove");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await esbuild.build({
  ...forNode,
  entryPoints: [
    ...names.map((name) => join(promises, `${name}.ts`)),
    join(root, "apps/server/src/db/embedded/worker.ts"),
    join(root, "bench/support/client.ts"),
  ],
  entryNames: "[name]",
  outdir: out,
});
cpSync(join(root, "apps/server/src/db/migrations"), join(out, "migrations"), { recursive: true });
await packEmptyDatabase(out);

const scale = { times: (/** @type {number} */ full) => Math.max(1, Math.round(full * fraction)) };
const git = (/** @type {string[]} */ ...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const where = {
  commit:
    git("rev-parse", "--short", "HEAD") +
    (git("status", "--porcelain", "--", ".", ":!docs/evidence/proof.md") ? " and changes" : ""),
  machine: `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  fraction,
};
const rows = [];
for (const name of names) {
  const { promised } = await import(pathToFileURL(join(out, `${name}.js`)).href);
  console.log(`\n${promised.number}. ${promised.title}`);
  const began = performance.now();
  const { figures, shortfall } = await promised.prove(scale).catch((/** @type {Error} */ error) => {
    console.error(error);
    return { figures: [], shortfall: `it could not be run to its end: ${error.message.split("\n")[0]}` };
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const figure of figures) console.log(`   ${figure}`);
  console.log(shortfall === null ? `   kept (${seconds} s)` : `   NOT KEPT: ${shortfall} (${seconds} s)`);
  const { number, title } = promised;
  rows.push({ name, number, title, figures, shortfall, seconds, date: new Date().toISOString(), ...where });
}
rows.sort((a, b) => a.number - b.number);
console.table(
  rows.map(({ number, name, shortfall, seconds }) => ({ number, name, kept: shortfall ?? "yes", seconds })),
);
if (values.write) writeRows(rows);
process.exit(rows.every(({ shortfall }) => shortfall === null) ? 0 : 1);
