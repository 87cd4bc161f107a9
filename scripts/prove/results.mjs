import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../setup/paths.mjs";

const promises = join(root, "tests/proofs/promises");
const folder = join(root, "tests/proofs/results");
const page = join(root, "docs/proof.md");
const begin = "<!-- figures: written by npm run prove -- --write -->";
const end = "<!-- end of figures -->";

/**
 * What a run of one promise came to; `fraction` is the share of the full counts, `shortfall` null when it is kept.
 * @typedef {object} Result
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
 * Keeps the result in place of the last one of that promise.
 * @param {string} name
 * @param {Result} result
 */
export function keepResult(name, result) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Writes the table of all results that are kept. @throws Error when the page has lost the marks around it */
export function writePage() {
  const measured = readdirSync(folder).map((file) => basename(file, ".json"));
  const others = readdirSync(promises)
    .map((file) => basename(file, ".ts"))
    .filter((name) => !measured.includes(name));
  /** @type {Result[]} */
  const results = measured.map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
  results.sort((one, other) => one.number - other.number || one.title.localeCompare(other.title));
  const commits = [...new Set(results.map(({ commit }) => commit))];
  const lines = [
    begin,
    "",
    commits.length === 1
      ? `All figures are from commit ${commits[0]}.`
      : `**The figures are from ${commits.length} commits (${commits.join("; ")}): not all are of this one.**`,
    "",
    `Measured with ${[...new Set(results.map(({ machine }) => machine))].join("; and with ")}.`,
    "",
    "| promise | kept | figures | counts, day, commit |",
    "| --- | --- | --- | --- |",
    ...results.map(rowOf),
    "",
    ...(others.length > 0 ? [`Not measured in this way yet: ${others.join(", ")}.`, ""] : []),
    end,
  ];
  const [before, rest] = readFileSync(page, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks`);
  writeFileSync(page, before + lines.join("\n") + after);
}

/** @param {Result} result */
function rowOf({ number, title, figures, shortfall, fraction, date, commit }) {
  const cells = [
    `${number}. ${title}`,
    shortfall === null ? "yes" : shortfall.startsWith("not shown") ? shortfall : `no: ${shortfall}`,
    figures.join("<br>"),
    `${fraction === 1 ? "full" : `${fraction} of them`}, ${date.slice(0, 10)}, ${commit}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
