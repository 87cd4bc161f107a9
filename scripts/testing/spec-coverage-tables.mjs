import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";

// Tables of a document, and cells in them that name tests such as `a.test.ts`: "group › title", "title"; `b.test.ts`: "title".
// A title may be cut, "a comment appears …", if only one test of its file begins so.

/** As paths from the root with slashes, on any system. */
const testFiles = [
  "apps/server/src",
  "apps/web/src",
  "apps/web/build",
  "apps/witness/src",
  "packages/node/src",
  "packages/tlog/src",
  "demo",
  "scripts",
  "tests",
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.startsWith("tests/journeys/") || /\.test\.(tsx?|mjs)$/.test(path)),
);

/**
 * @typedef {{ line: string, cells: string[] }} Row
 * @typedef {{ section: string, head: string[], rows: Row[] }} Table
 * @param {string} path from the root
 */
export function tablesOf(path) {
  /** @type {Table[]} */
  const found = [];
  let section = "";
  let inTable = false;
  for (const line of readFileSync(join(root, path), "utf8").split("\n")) {
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
 * What is wrong with a cell that names tests, and must name nothing else.
 * @param {string} cell
 */
export function problemsOf(cell) {
  return cell.split(/; (?=`)/).flatMap((part) => {
    const [, name, titles] = /^`([^`]+)`: ("[^"]+"(?:, "[^"]+")*)$/.exec(part) ?? [];
    if (!name || !titles) return [`no file and titles: ${part}`];
    const files = testFiles.filter((file) => file.endsWith(`/${name}`));
    const [file] = files;
    if (file === undefined || files.length > 1) return [`${files.length} test files are called ${name}`];
    const source = sourceOf(file);
    return [...titles.matchAll(/"([^"]+)"/g)]
      .flatMap(([, title]) => title?.split(" › ") ?? [])
      .map((title) => ({ title, count: titlesIn(source, title).size }))
      .filter(({ count }) => count !== 1)
      .map(({ title, count }) => `${name} has ${count} tests "${title}"`);
  });
}

/** @type {Map<string, string>} */
const sources = new Map();

/** @param {string} file */
function sourceOf(file) {
  const source = sources.get(file) ?? readFileSync(join(root, file), "utf8");
  sources.set(file, source);
  return source;
}

/**
 * The titles of a source that are this one, or begin with it if it was cut. Titles stand in front of a function:
 * `test("title", () => ...`, also behind the rows of `test.each`, and with options or a number in between.
 * @param {string} source
 * @param {string} title
 */
function titlesIn(source, title) {
  const isCut = title.endsWith(" …");
  const literal = title.replace(/…$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const rest = isCut ? "(?:(?!\\1)[^\\\\\n]|\\\\.)+" : "";
  const titles = new RegExp(
    `(["'\`])(${literal}${rest})\\1,\\s*(?:(?:\\{[^}]*\\}|[\\d.]+),\\s*)?(?:async\\s*)?\\(`,
    "g",
  );
  return new Set([...source.matchAll(titles)].map(([, , found]) => found));
}
