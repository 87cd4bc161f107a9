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
/** @type {Record<string, RegExp>} Where rules stand, and what is a rule's heading there. */
const books = { "docs/rules.md": /^### (.+)$/gm, "docs/evidence/spec-clauses.md": /^## (.+)$/gm };
const rules = Object.entries(books).map(([book, heading]) => ({
  book,
  titles: [...readFileSync(join(root, book), "utf8").matchAll(heading)].map(([, title = ""]) => title),
}));
const links = new Set(
  rules.flatMap(({ book, titles }) => titles.map((title) => `${book}#${anchorOf(title)}`)),
);

/** @param {(text: string) => string[]} find */
const found = (find) =>
  sources.flatMap((name) => find(readFileSync(join(root, name), "utf8")).map((what) => `${name}: ${what}`));

test("every rule that a source cites stands in the law book", () => {
  const cited = /docs\/(?:rules|evidence\/spec-clauses)\.md#[\w-]+/g;
  const lost = found((text) => (text.match(cited) ?? []).filter((link) => !links.has(link)));
  expect(lost).toEqual([]);
});

test("a rule is cited by its link, so that a stranger can look it up", () => {
  const comment = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*|^--.*$/gm;
  const bare = /(?<![#\w/-])D\d{1,2}\b(?!\.\d)|\b(?:spec(?:ification)?,? )?section \d\b/gi;
  const unlinked = found((text) => (text.match(comment) ?? []).flatMap((words) => words.match(bare) ?? []));
  expect(unlinked).toEqual([]);
});

test("a rule has one heading in the law book", () => {
  const all = rules.flatMap(({ titles }) => titles);
  expect(all.length).toBe(new Set(all).size);
  expect(all.length).toBeGreaterThan(150);
});
