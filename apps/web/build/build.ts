import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Manifest } from "vite";
import { firstViewOf } from "./first-view.ts";
import { pageHtml } from "./page-html.ts";
import { precompress } from "./precompress.ts";
import { keepBudgets, type Weight, weighFirstViews, weightLine } from "./weigh.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const renderer = join(root, ".cache/renderer");
/** A build that fails or is cut short leaves `dist` as it was. */
const next = join(root, ".cache/dist");

/** The pages that are readable before any script. Every other path gets shell.html. */
const prerendered = { "index.html": "/", "login.html": "/login", "register.html": "/register" };

type Renderer = typeof import("../src/app/prerender.tsx");

/**
 * Builds the site into `dist`, and says what each screen's first view weighs.
 * `load` is Node's own import: here `import()` belongs to Vite's runner, which does not know built files.
 */
export async function buildSite(load: (address: string) => Promise<Renderer>): Promise<Weight[]> {
  await build({ root, logLevel: "warn", build: { outDir: next, emptyOutDir: true } });
  const { renderPage, screens, chunksOf, fontUrls } = await load(await buildRenderer());
  const manifest: Manifest = JSON.parse(await readFile(join(next, ".vite/manifest.json"), "utf8"));
  const template = await readFile(join(next, "index.html"), "utf8");

  const shell = {
    head: "<title>Cairn</title>",
    body: null,
    view: firstViewOf(manifest, []),
    fonts: fontUrls,
  };
  await writeFile(join(next, "shell.html"), pageHtml(template, shell));
  for (const [file, path] of Object.entries(prerendered)) {
    const view = firstViewOf(manifest, chunksOf(path));
    const page = { ...(await renderPage(path)), view, fonts: fontUrls };
    await writeFile(join(next, file), pageHtml(template, page));
  }

  await precompress(next);
  const weights = await weighFirstViews(next, manifest, screens());
  for (const weight of weights) console.log(weightLine(weight));
  keepBudgets(weights);

  await rm(dist, { recursive: true, force: true });
  await rename(next, dist);
  return weights;
}

/** Bundles what renders pages for Node; answers its address. */
async function buildRenderer(): Promise<string> {
  await build({
    root,
    logLevel: "warn",
    build: {
      outDir: renderer,
      emptyOutDir: true,
      ssr: "src/app/prerender.tsx",
      minify: false,
      copyPublicDir: false,
    },
  });
  return pathToFileURL(join(renderer, "prerender.js")).href;
}
