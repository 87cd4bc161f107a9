import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../scripts/setup/paths.mjs";

const ownPackages = Object.fromEntries(
  ["contract", "node", "tlog"].map((name) => [`@cairn/${name}`, join(root, `packages/${name}/src/index.ts`)]),
);

/** Bundles one of the server's test programs, beside the packages that it needs; returns the file. */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = join(root, "apps/server/.cache/scale", `${name}.js`);
  await build({
    entryPoints: [join(root, `tests/support/server/programs/${name}.ts`)],
    outfile,
    bundle: true,
    packages: "external",
    alias: ownPackages,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "error",
  });
  return outfile;
}
