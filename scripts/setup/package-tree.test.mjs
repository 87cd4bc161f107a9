import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missingPackages } from "./package-tree.mjs";
import { root } from "./paths.mjs";

const linux = { os: "linux", cpu: "x64", libc: "glibc" };

describe("what is missing", () => {
  test.each([
    ["a package that is not there", { version: "1.0.0" }, {}, true],
    ["another version of it", { version: "1.0.0" }, { version: "1.0.1" }, true],
    ["nothing when it is there", { version: "1.0.0" }, { version: "1.0.0" }, false],
    ["an optional package for this machine", { version: "1.0.0", optional: true, os: ["linux"] }, {}, true],
    ["no package for another system", { version: "1.0.0", optional: true, os: ["darwin"] }, {}, false],
    ["no package for another processor", { version: "1.0.0", optional: true, cpu: ["arm64"] }, {}, false],
    ["no package for another C library", { version: "1.0.0", optional: true, libc: ["musl"] }, {}, false],
    [
      "no package that this system is excluded from",
      { version: "1.0.0", optional: true, os: ["!linux"] },
      {},
      false,
    ],
    ["a package that only another system is excluded from", { optional: true, os: ["!win32"] }, {}, true],
    ["no helper of packages for other machines", { version: "1.0.0", optional: true }, {}, false],
  ])("is %s", (_, wanted, present, missing) => {
    const path = "node_modules/a";
    /** @type {import("./package-tree.mjs").PackageTree} */
    const installed = "version" in present ? { [path]: present } : {};

    expect(missingPackages({ [path]: wanted }, installed, linux)).toEqual(missing ? [path] : []);
  });

  test("is never a workspace of our own", () => {
    expect(missingPackages({ "": {}, "apps/web": { version: "1.0.0" } }, {}, linux)).toEqual([]);
  });
});

/** `npm ci` refuses a lock file that leaves out packages for other machines, while a tree already installed hides it. */
test("the lock file names every optional package, for whichever machine", () => {
  /** @type {import("./package-tree.mjs").PackageTree} */
  const packages = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;

  const unnamed = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesFor(path, name).some((place) => packages[place]))
      .map((name) => `${path} -> ${name}`),
  );

  expect(unnamed).toEqual([]);
});

/**
 * Where Node looks for a package on behalf of another.
 * @param {string} path
 * @param {string} name
 * @returns {string[]}
 */
function placesFor(path, name) {
  const here = path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (path === "") return [here];
  return [here, ...placesFor(path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0)), name)];
}
