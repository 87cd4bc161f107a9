import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";

/** What runs where people are served: every source but tests and what helps them. */
export const sourcesOf = () =>
  ["apps/server/src", "apps/web/src", "packages/contract/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/src\/test\//.test(path))
      .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") })),
  );
