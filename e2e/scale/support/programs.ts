import { join } from "node:path";
import { build } from "esbuild";

const server = join(import.meta.dirname, "../../../apps/server");

/** Bundles one of the server's test programs, beside the packages that it needs; answers its file. */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = join(server, ".cache/scale", `${name}.js`);
  await build({
    entryPoints: [join(server, `src/test/programs/${name}.ts`)],
    outfile,
    bundle: true,
    packages: "external",
    alias: { "@cairn/contract": join(server, "../../packages/contract/src/index.ts") },
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "error",
  });
  return outfile;
}
