import { join } from "node:path";

const packages = join(import.meta.dirname, "..");

/** Where esbuild finds Cairn's own packages, which are TypeScript source. */
const ownPackages = {
  "@cairn/contract": join(packages, "contract/src/index.ts"),
  "@cairn/contract/interpreter": join(packages, "contract/src/interpreter/interpreter.ts"),
  "@cairn/node": join(packages, "node/src/index.ts"),
  "@cairn/tlog": join(packages, "tlog/src/index.ts"),
};

/**
 * How esbuild makes a program for Node. Cairn's own packages go into the bundle; packages from npm stay where they are.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const forNode = {
  bundle: true,
  platform: /** @type {const} */ ("node"),
  format: /** @type {const} */ ("esm"),
  target: "node20",
  packages: /** @type {const} */ ("external"),
  alias: ownPackages,
};
