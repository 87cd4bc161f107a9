import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { screens as addresses, formPages, publicPages } from "@cairn/contract";
import { build, type Manifest, minify } from "vite";
import { addWorker } from "./add-worker.ts";
import { firstViewOf } from "./first-view.ts";
import { pageHtml } from "./page-html.ts";
import { keepBudgets, type Weight, weighFirstViews, weightLine } from "./weigh.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
/** A build that fails or is cut short leaves `dist` as it was. */
const next = join(root, ".cache/dist");
/** What the server renders pages with, and the frame of each. It is not served: no file of a folder with a dot is. */
const serverFolder = ".server";
const renderer = join(next, serverFolder);

/** Modules whose markup is in a page although their code comes later: its frame has their styles. */
const laterParts: Readonly<Record<string, readonly string[]>> = {
  landing: ["newest"],
  post: ["SeriesNav"],
  home: ["CardRow", "HomeComments"],
  feedPage: ["CardRow"],
} satisfies Partial<Record<keyof typeof publicPages, readonly string[]>>;

type Renderer = typeof import("../src/app/prerender.tsx");

/**
 * Builds the site into `dist` and returns the weight of each screen's first view. `load` is Node's own import:
 * `import()` in this file belongs to Vite's runner, which cannot load built files.
 */
export async function buildSite(load: (address: string) => Promise<Renderer>): Promise<Weight[]> {
  await build({ root, logLevel: "warn", build: { outDir: next, emptyOutDir: true } });
  const { renderPage, renderMissing, screens, screenFiles, chunksOf, fontUrls } = await load(
    await buildRenderer(),
  );
  const manifest: Manifest = JSON.parse(await readFile(join(next, ".vite/manifest.json"), "utf8"));
  const template = await readFile(join(next, "index.html"), "utf8");
  await rm(join(next, "index.html"));

  const everywhere = firstViewOf(manifest, []);
  const frame = { shared: everywhere.scripts, fonts: fontUrls };
  const empty = { ...frame, head: "<title>Cairn</title>", body: null };
  await writeFile(join(next, "shell.html"), pageHtml(template, { ...empty, view: everywhere }));
  const src = await addStart();
  await mkdir(join(next, "screens"));
  for (const { path, chunks, file } of screenFiles()) {
    const view = firstViewOf(manifest, chunks);
    const page = formPages.includes(path)
      ? { ...frame, ...(await renderPage(path)), view, start: { src, isEager: true } }
      : { ...empty, view };
    await writeFile(join(next, file), pageHtml(template, page));
  }
  // What the server renders on request gets a frame; at whichever address, it is the same.
  for (const [name, { paths, isShared }] of Object.entries(publicPages)) {
    const path = sampleOf(paths[0]);
    const { scripts } = firstViewOf(manifest, chunksOf(path));
    const { styles } = firstViewOf(manifest, [...chunksOf(path), ...(laterParts[name] ?? [])]);
    const late = { ...frame, view: { scripts, styles }, start: { src, isShared: isShared === true } };
    const write = (file: string, page: Pick<Parameters<typeof pageHtml>[1], "head" | "body" | "data">) =>
      writeFile(join(renderer, file), pageHtml(template, { ...page, ...late }));
    await write(`${name}.html`, { head: "<!--head-->", body: "<!--page-->", data: "<!--data-->" });
    for (const missing of paths[0].endsWith("/:id") ? (["unknown", "removed"] as const) : [])
      await write(`${name}-${missing}.html`, await renderMissing(path, missing));
  }

  const offline = Object.values(publicPages).filter(({ opensOffline }) => opensOffline);
  const reading = [...offline.map(({ paths }) => paths[0]), addresses.saved, addresses.onThisDevice];
  const readingChunks = new Set(reading.flatMap((path) => chunksOf(sampleOf(path))));
  await addWorker(next, manifest, readingChunks, [src, ...fontUrls]);
  await precompress(next);
  const weights = await weighFirstViews(next, manifest, screens(), {
    script: src,
    patterns: Object.values(publicPages).flatMap(({ paths }) => paths),
  });
  for (const weight of weights) console.log(weightLine(weight));
  keepBudgets(weights);

  await rm(dist, { recursive: true, force: true });
  await rename(next, dist);
  return weights;
}

/** An address of the screen. */
const sampleOf = (screen: string) => screen.replaceAll(/:\w+/g, "1");

/** Bundles the page renderer with its packages for Node, and returns the bundle's URL. */
async function buildRenderer(): Promise<string> {
  await build({
    root,
    logLevel: "warn",
    ssr: { noExternal: true },
    // Otherwise each process around it would decide whether it is React for development.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
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

/** Adds the script that begins the application later, and returns its address. */
async function addStart(): Promise<string> {
  const source = await readFile(join(root, "src/app/start.js"), "utf8");
  const { code: script } = await minify("start.js", source);
  const hash = createHash("sha256").update(script).digest("base64url").slice(0, 8);
  const file = `assets/start-${hash}.js`;
  await writeFile(join(next, file), script);
  return `/${file}`;
}

const compressible = /\.(?:html|m?js|css|svg|json|txt|xml|webmanifest|map|wasm|data)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` files beside every text file of the site, so that the server never compresses one itself. */
async function precompress(folder: string) {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((file) => compressible.test(file) && !file.startsWith(serverFolder))
      .map((file) => compress(join(folder, file))),
  );
}

async function compress(file: string) {
  const bytes = await readFile(file);
  const brotli = await toBrotli(bytes, {
    params: {
      // The best takes half a minute for the files of a database engine, and saves a tenth.
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 7 : 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  await writeFile(`${file}.br`, brotli);
  await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }));
}
