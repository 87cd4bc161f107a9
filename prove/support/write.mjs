import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup/paths.mjs";

const path = join(root, "docs/proof.md");
const begin = "<!-- figures: written by npm run prove -- --write -->";
const end = "<!-- end of figures -->";

/**
 * @typedef {{ number: number, title: string, figures: string[], shortfall: string | null }} Row
 * @param {{ date: string, commit: string, node: string, machine: string, fraction: number, rows: Row[] }} run
 */
export function write({ date, commit, node, machine, fraction, rows }) {
  const counts = fraction === 1 ? "Full counts" : `${fraction} of the full counts`;
  const lines = [
    begin,
    "",
    `${counts}, ${date.slice(0, 10)}, commit ${commit}, Node ${node}, ${machine}.`,
    "",
    "| promise | kept | figures |",
    "| --- | --- | --- |",
    ...rows.map(
      ({ number, title, figures, shortfall }) =>
        `| ${number}. ${cell(title)} | ${shortfall === null ? "yes" : `no: ${cell(shortfall)}`} | ${figures.map(cell).join("<br>")} |`,
    ),
    "",
    end,
  ];
  const page = existsSync(path) ? readFileSync(path, "utf8") : `${begin}\n${end}\n`;
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} has lost its marks`);
  writeFileSync(path, before + lines.join("\n") + after);
}

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");
