import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../setup/paths.mjs";

const text = readFileSync(join(root, "docs/spec-coverage.md"), "utf8");
/** As paths from the root with slashes, on any system. */
const testFiles = ["apps/server/src", "apps/web/src", "apps/web/build", "scripts", "e2e/journeys"].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
      .filter((path) => folder === "e2e/journeys" || /\.test\.(tsx?|mjs)$/.test(path)),
);

/** A table's head names what its second cell holds: tests, or the work that will bring them. */
const tables = readTables(text);
const rows = tables.flatMap(({ rows }) => rows);
const testedRows = tables.filter(({ head }) => head[1] === "where").flatMap(({ rows }) => rows);

describe("docs/spec-coverage.md", () => {
  test("has tables for each of the spec's nine sections", () => {
    const sections = new Set(tables.map(({ section }) => Number.parseInt(section, 10)));
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => !sections.has(number))).toEqual([]);
  });

  test("has no empty row", () => {
    const empty = rows.filter(({ cells }) => !cells[0] || !cells[1]);
    expect(empty.map(({ line }) => line)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  test("has as many cells in a row as its table has columns", () => {
    const torn = tables.flatMap(({ head, rows }) => rows.filter(({ cells }) => cells.length !== head.length));
    expect(torn.map(({ line }) => line)).toEqual([]);
  });

  test("names tests that exist, and nothing else in their column", () => {
    expect(testedRows.flatMap(({ cells }) => problemsOf(cells[1] ?? ""))).toEqual([]);
  });

  test("gives each deviation its decision's number and a reason", () => {
    const deviations = testedRows.map(({ cells }) => cells[2]).filter(Boolean);
    expect(deviations.filter((deviation) => !/^D\d+(, D\d+)*: \S/.test(deviation ?? ""))).toEqual([]);
  });
});

/**
 * @typedef {{ line: string, cells: string[] }} Row
 * @typedef {{ section: string, head: string[], rows: Row[] }} Table
 * @param {string} markdown
 */
function readTables(markdown) {
  /** @type {Table[]} */
  const found = [];
  let section = "";
  let inTable = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const isRow = line.startsWith("|");
    if (isRow && !inTable) found.push({ section, head: cellsOf(line), rows: [] });
    else if (isRow && !/^[|\s:-]+$/.test(line)) found.at(-1)?.rows.push({ line, cells: cellsOf(line) });
    inTable = isRow;
  }
  return found;
}

/** @param {string} line */
function cellsOf(line) {
  const inner = line.trim().slice(1, -1);
  return inner.split("|").map((cell) => cell.trim());
}

/**
 * What is wrong with a cell such as `` `a.test.ts`: "group › title", "title"; `b.test.ts`: "title" ``.
 * @param {string} cell
 */
function problemsOf(cell) {
  return cell.split(/; (?=`)/).flatMap((part) => {
    const [, name, titles] = /^`([^`]+)`: ("[^"]+"(?:, "[^"]+")*)$/.exec(part) ?? [];
    if (!name || !titles) return [`no file and titles: ${part}`];
    const files = testFiles.filter((file) => file.endsWith(`/${name}`));
    const [file] = files;
    if (file === undefined || files.length > 1) return [`${files.length} test files are called ${name}`];
    const source = readFileSync(join(root, file), "utf8");
    return [...titles.matchAll(/"([^"]+)"/g)]
      .flatMap(([, title]) => title?.split(" › ") ?? [])
      .filter((title) => !isTitleIn(source, title))
      .map((title) => `${name} has no test "${title}"`);
  });
}

/**
 * Titles stand in front of a function: `test("title", () => ...`, also behind the rows of `test.each`.
 * @param {string} source
 * @param {string} title
 */
function isTitleIn(source, title) {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`["'\`]${literal}["'\`],\\s*(?:\\{[^}]*\\},\\s*)?(?:async\\s*)?\\(`).test(source);
}
