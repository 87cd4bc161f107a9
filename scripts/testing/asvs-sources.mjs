import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";

/** The sources that run in production: all except tests and their helpers. */
export const sourcesOf = () =>
  [
    "apps/server/src",
    "apps/web/src",
    "apps/witness/src",
    "demo",
    "packages/contract/src",
    "packages/node/src",
    "packages/tlog/src",
  ].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") })),
  );
