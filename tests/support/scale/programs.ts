import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../scripts/setup/paths.mjs";

/** Bundles one of the server's test programs, beside the packages that it needs; returns the file. */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = join(root, "apps/server/.cache/scale", `${name}.js`);
  await build({
    entryPoints: [join(root, `tests/support/server/programs/${name}.ts`)],
    outfile,
    bundle: true,
    packages: "external",
    alias: { "@cairn/contract": join(root, "packages/contract/src/index.ts") },
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "error",
  });
  return outfile;
}
