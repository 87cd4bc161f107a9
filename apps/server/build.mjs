import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import * as esbuild from "esbuild";
import { forNode } from "../../packages/node/build.mjs";

const here = import.meta.dirname;
const dist = join(here, "dist");

/** What `npm run admin`, `backup` and `restore` run. */
const commandEntries = ["admin", "backup", "restore"].map((name) => `src/operator/${name}.ts`);

/** Folders that the running code reads as files; each lies in dist under its own name, beside the code. */
const assets = [
  "src/db/migrations",
  "src/modules/media/pictures/card",
  "../../demo/items",
  "../../demo/portraits",
];

/**
 * Builds now and after each change, until the returned function is called.
 * @param {(ok: boolean) => void} onBuilt
 */
export async function watchServer(onBuilt) {
  await clean();
  const afterBuild = {
    name: "after-build",
    /** @param {esbuild.PluginBuild} build */
    setup: (build) => build.onEnd((result) => onBuilt(result.errors.length === 0)),
  };
  const context = await esbuild.context({ ...options(), plugins: [...forNode.plugins, afterBuild] });
  await context.watch();
  return () => context.dispose();
}

/** @returns {esbuild.BuildOptions} */
function options() {
  return {
    ...forNode,
    absWorkingDir: here,
    entryPoints: ["src/main.ts", ...commandEntries, ...workerEntries()],
    entryNames: "[name]",
    outdir: dist,
    // What an entry imports while it runs is loaded then, not before its first line.
    splitting: true,
    sourcemap: true,
    logLevel: "warning",
  };
}

/** Worker threads are started by file name, so each is a file of its own beside main.js; the benchmarks need them too. */
export function workerEntries() {
  const files = readdirSync(join(here, "src"), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith("worker.ts")).map((file) => `src/${file}`);
}

/**
 * Puts an empty database into `folder`, which new sites begin with (src/lib/empty-database.ts).
 * Made once for each version of the engine: initdb takes 8 s of the processor and 800 MB of memory.
 * @param {string} folder
 */
export async function packEmptyDatabase(folder) {
  const engine = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const { version } = JSON.parse(readFileSync(join(engine, "../../package.json"), "utf8"));
  const kept = join(here, `.cache/empty-database-${version}.tar.gz`);
  if (!existsSync(kept)) {
    const database = await PGlite.create();
    const packed = await database.dumpDataDir("gzip");
    await database.close();
    const bytes = new Uint8Array(await packed.arrayBuffer());
    mkdirSync(dirname(kept), { recursive: true });
    putInPlace(kept, (draft) => writeFileSync(draft, bytes));
  }
  putInPlace(join(folder, "empty-database.tar.gz"), (draft) => copyFileSync(kept, draft));
}

/**
 * Several builds and test runs may share this checkout: none of them reads half a file.
 * @param {string} path
 * @param {(draft: string) => void} write
 */
function putInPlace(path, write) {
  const draft = `${path}.${process.pid}`;
  write(draft);
  renameSync(draft, path);
}

async function clean() {
  rmSync(dist, { recursive: true, force: true });
  for (const folder of assets) {
    cpSync(join(here, folder), join(dist, basename(folder)), { recursive: true });
  }
  await packEmptyDatabase(dist);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await clean();
  // esbuild has said what is wrong by then.
  await esbuild.build(options()).catch(() => process.exit(1));
}
