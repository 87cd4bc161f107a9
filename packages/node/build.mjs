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
 * Packages from npm of 800 small files together: finding and opening them would take an eighth of the server's start.
 * Nothing but Cairn's own code may import them: a second copy would be another one to `instanceof`.
 */
const manyFiles = /^(?:typebox|drizzle-orm)(?:\/|$)/;

/**
 * Leaves packages from npm, and what Node has itself, where they are; those of many files go into the bundle.
 * @type {import("esbuild").Plugin}
 */
const npmPackages = {
  name: "npm-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isBundled = kind === "entry-point" || Object.hasOwn(ownPackages, path) || manyFiles.test(path);
      return isBundled ? null : { path, external: true };
    });
  },
};

/**
 * How esbuild makes a program for Node. Cairn's own packages go into the bundle.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const forNode = {
  bundle: true,
  platform: /** @type {const} */ ("node"),
  format: /** @type {const} */ ("esm"),
  target: "node20",
  plugins: [npmPackages],
  alias: ownPackages,
};
