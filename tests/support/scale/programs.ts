import { join } from "node:path";
import { build } from "esbuild";
import { forNode } from "../../../packages/node/build.mjs";
import { root } from "../../../scripts/setup/paths.mjs";

/** Bundles one of the server's test programs, beside the packages that it needs; returns the file. */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = join(root, "apps/server/.cache/scale", `${name}.js`);
  await build({
    ...forNode,
    entryPoints: [join(root, `tests/support/server/programs/${name}.ts`)],
    outfile,
    sourcemap: "inline",
    logLevel: "error",
  });
  return outfile;
}
