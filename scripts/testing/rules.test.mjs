import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { anchorOf } from "./anchors.mjs";

const folders = [
  "apps/server/src",
  "apps/web/src",
  "apps/web/build",
  "apps/witness/src",
  "packages",
  "demo",
  "tests",
  "bench",
  "scripts",
];
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => /\.(tsx?|mjs|css|sql)$/.test(name) && !/node_modules|\/dist\//.test(name)),
);
const headings = readFileSync(join(root, "docs/rules.md"), "utf8").matchAll(/^### (.+)$/gm);
const anchors = new Set([...headings].map(([, title = ""]) => anchorOf(title)));

/** @param {(text: string) => string[]} find */
const found = (find) =>
  sources.flatMap((name) => find(readFileSync(join(root, name), "utf8")).map((what) => `${name}: ${what}`));

test("every rule that a source cites stands in the law book", () => {
  const lost = found((text) =>
    [...text.matchAll(/docs\/rules\.md#([\w-]+)/g)].flatMap(([link, anchor = ""]) =>
      anchors.has(anchor) ? [] : [link],
    ),
  );
  expect(lost).toEqual([]);
});

test("a rule is cited by its link, so that a stranger can look it up", () => {
  const comment = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*|^--.*$/gm;
  const bare = /(?<![#\w/-])D\d{1,2}\b(?!\.\d)|\b(?:spec(?:ification)?,? )?section \d\b/gi;
  const unlinked = found((text) => (text.match(comment) ?? []).flatMap((words) => words.match(bare) ?? []));
  expect(unlinked).toEqual([]);
});

test("a rule has one heading in the law book", () => {
  const titles = [...readFileSync(join(root, "docs/rules.md"), "utf8").matchAll(/^### (.+)$/gm)].map(
    ([, t]) => t,
  );
  expect(titles.length).toBe(new Set(titles).size);
  expect(titles.length).toBeGreaterThan(100);
});
