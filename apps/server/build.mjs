import { cpSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = import.meta.dirname;
const dist = join(here, "dist");

/** What `npm run admin`, `backup`, `restore` and `witness` run. */
const commandEntries = ["admin", "backup", "restore", "witness"].map((name) => `src/commands/${name}.ts`);

/** Folders that the running code reads as files; each lies in dist under its own name, beside the code. */
const assets = ["src/db/migrations", "../../demo/items", "../../demo/portraits"];

/**
 * Builds now and after each change, until the returned function is called.
 * @param {(ok: boolean) => void} onBuilt
 */
export async function watchServer(onBuilt) {
  clean();
  const afterBuild = {
    name: "after-build",
    /** @param {esbuild.PluginBuild} build */
    setup: (build) => build.onEnd((result) => onBuilt(result.errors.length === 0)),
  };
  const context = await esbuild.context({ ...options(), plugins: [afterBuild] });
  await context.watch();
  return () => context.dispose();
}

/** @returns {esbuild.BuildOptions} */
function options() {
  return {
    absWorkingDir: here,
    entryPoints: ["src/main.ts", ...commandEntries, ...workerEntries()],
    entryNames: "[name]",
    outdir: dist,
    bundle: true,
    // What an entry imports while it runs is loaded then, not before its first line.
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    // The contract is TypeScript source and goes into the bundle; packages from npm stay where they are.
    packages: "external",
    alias: { "@cairn/contract": join(here, "../../packages/contract/src/index.ts") },
    logLevel: "warning",
  };
}

/** Worker threads are started by file name, so each is a file of its own beside main.js; the benchmarks need them too. */
export function workerEntries() {
  const files = readdirSync(join(here, "src"), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith("worker.ts")).map((file) => `src/${file}`);
}

function clean() {
  rmSync(dist, { recursive: true, force: true });
  for (const folder of assets) {
    cpSync(join(here, folder), join(dist, basename(folder)), { recursive: true });
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  clean();
  // esbuild has said what is wrong by then.
  await esbuild.build(options()).catch(() => process.exit(1));
}
