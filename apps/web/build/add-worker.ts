import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Manifest } from "vite";
import { contractOutline } from "./contract-outline.ts";
import { readingFiles } from "./first-view.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What the screens for reading and the entry import later and do not need: other screens with all that is theirs, the
 * checks of logs, and the offer of a password-less login. Paths of modules, without the ending.
 */
const leftOut = [
  /^src\/pages\/[^/]+Page$/,
  /^src\/app\/AdminLayout$/,
  /^src\/app\/offer-link$/,
  /^src\/features\/reviews\/check\/LogCheck$/,
];

/** The service worker's own file, at the root: a worker answers for its own folder and what is below. */
const workerFile = "sw.js";

/**
 * Bundles the service worker into `dist`, with the names of the files that this version consists of. `reading`: the lazy
 * components of the screens that open without a network from the start; `further`: what every page has besides.
 */
export async function addWorker(
  dist: string,
  manifest: Manifest,
  reading: ReadonlySet<string>,
  further: readonly string[],
) {
  const shell = readingFiles(manifest, [...reading], leftOut).map((file) => `/${file}`);
  const all = (await readdir(join(dist, "assets"))).filter((file) => /\.(?:js|css)$/.test(file));
  const known = [...shell, ...further];
  const rest = all.map((file) => `/assets/${file}`).filter((file) => !known.includes(file));
  const files = { shell: known, rest };
  const name = createHash("sha256").update(JSON.stringify(files)).digest("base64url").slice(0, 12);
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    resolve: { alias: { typebox: fileURLToPath(new URL("typebox-stub.ts", import.meta.url)) } },
    plugins: [contractOutline()],
    define: { __CAIRN_BUILD__: JSON.stringify({ name, ...files }) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: join(root, "src/worker/service-worker.ts"),
        output: { entryFileNames: workerFile, format: "iife" },
      },
    },
  });
}
