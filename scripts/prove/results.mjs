import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../setup/paths.mjs";

const promises = join(root, "tests/proofs/promises");
const page = join(root, "docs/evidence/proof.md");
const begin = "<!-- figures: written by npm run prove -- --write -->";
const end = "<!-- end of figures -->";
/** Ends the first cell of each row: the name of its promise. */
const mark = /<!-- ([\w-]+) -->/;

/**
 * What a run of one promise came to; `fraction` is the share of the full counts, `shortfall` null when it is kept.
 * @typedef {object} Result
 * @property {string} name
 * @property {number} number
 * @property {string} title
 * @property {string[]} figures
 * @property {string | null} shortfall
 * @property {number} seconds
 * @property {string} date
 * @property {string} commit
 * @property {string} machine
 * @property {number} fraction
 */

/**
 * Puts rows of these results into the table of the page; those of other promises stay.
 * @param {Result[]} results
 * @throws Error when the page has lost the marks around the table
 */
export function writeRows(results) {
  const [before, rest] = readFileSync(page, "utf8").split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (before === undefined || table === undefined || after === undefined) {
    throw new Error(`${page} has lost its marks`);
  }
  const rows = new Map(table.split("\n").flatMap((line) => (mark.test(line) ? [[nameIn(line), line]] : [])));
  for (const result of results) rows.set(result.name, rowOf(result));
  const known = readdirSync(promises).map((file) => basename(file, ".ts"));
  const missing = known.filter((name) => !rows.has(name));
  const machines = /^Measured with (.+)\.$/m.exec(table)?.[1]?.split("; and with ") ?? [];
  const lines = [
    begin,
    "",
    `Measured with ${[...new Set([...machines, ...results.map(({ machine }) => machine)])].join("; and with ")}.`,
    "",
    "| promise | kept | figures | counts, day, commit |",
    "| --- | --- | --- | --- |",
    ...[...rows.values()].sort((one, other) => numberIn(one) - numberIn(other) || one.localeCompare(other)),
    "",
    ...(missing.length > 0 ? [`Not measured in this way yet: ${missing.join(", ")}.`, ""] : []),
    end,
  ];
  writeFileSync(page, before + lines.join("\n") + after);
}

/** @param {string} row */
const nameIn = (row) => mark.exec(row)?.[1] ?? "";
/** @param {string} row */
const numberIn = (row) => Number(/^\| (\d+)\./.exec(row)?.[1]);

/** @param {Result} result */
function rowOf({ name, number, title, figures, shortfall, fraction, date, commit }) {
  const cells = [
    `${number}. ${title} <!-- ${name} -->`,
    shortfall === null ? "yes" : shortfall.startsWith("not shown") ? shortfall : `no: ${shortfall}`,
    figures.join("<br>"),
    `${fraction === 1 ? "full" : `${fraction} of them`}, ${date.slice(0, 10)}, ${commit}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
