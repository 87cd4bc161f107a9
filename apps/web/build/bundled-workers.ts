import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const address = "/@bundled";

/**
 * For development. A worker's script is a module there that imports others, which a frame without an origin cannot load:
 * `run-program.ts` gets each in one piece, as the build makes it.
 */
export const bundledWorkers = (): Plugin => ({
  name: "cairn-bundled-workers",
  apply: "serve",
  enforce: "pre",
  load(id) {
    const [, file] = /^(.*-worker\.ts)\?worker&url$/.exec(id) ?? [];
    return file?.startsWith(root) ? `export default ${JSON.stringify(address + file)};` : undefined;
  },
  configureServer({ middlewares }) {
    middlewares.use(address, (request, answer, next) => {
      bundle(request.url ?? "").then(
        (code) => answer.setHeader("content-type", "text/javascript").end(code),
        next,
      );
    });
  },
});

async function bundle(entry: string): Promise<string> {
  if (!entry.startsWith(root)) throw new Error(`${entry} is no file of the site`);
  const made = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, formats: ["iife"], name: "worker" } },
  });
  const [first] = [made].flat();
  const [chunk] = first && "output" in first ? first.output : [];
  if (!chunk) throw new Error(`${entry} was not bundled`);
  return chunk.code;
}
