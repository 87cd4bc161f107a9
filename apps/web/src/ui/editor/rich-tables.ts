import type Turndown from "turndown";
import { blocks, lookOf, rename, unwrap } from "./rich-look.ts";

/** Empty cells that `colspan` and `rowspan` may add, in all tables. */
const mostFilled = 10_000;

/** Makes each table a plain grid, and takes tables apart that are only layout. */
export function tidyTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) {
    const { rows, caption } = table;
    const isFrame = rows.length <= 1 && (rows[0]?.cells.length ?? 0) <= 1;
    if (isFrame || table.querySelector("table")) takeApart(table);
    else if (caption) {
      table.before(caption);
      rename(caption, "p");
    }
  }
  const room = { left: mostFilled };
  for (const table of body.querySelectorAll("table")) fillSpans(table, room);
  for (const line of body.querySelectorAll("th, td, h1, h2, h3, h4, h5, h6, dt")) flatten(line);
}

function takeApart(table: HTMLTableElement): void {
  for (const row of [...table.rows]) {
    for (const cell of [...row.cells]) rename(cell, "div");
    unwrap(row);
  }
  rename(table, "div");
}

/** Markdown has no cells over several places: empty ones take the other places. */
function fillSpans(table: HTMLTableElement, room: { left: number }): void {
  /** For each place in a row, the rows below that its cell takes. */
  const taken: number[] = [];
  for (const row of table.rows) {
    const name = row.cells[0]?.localName ?? "td";
    let at = 0;
    const fill = (before: Element | null) => {
      row.insertBefore(table.ownerDocument.createElement(name), before);
      room.left -= 1;
      at += 1;
    };
    const skipTaken = (before: Element | null) => {
      for (let below = taken[at] ?? 0; below > 0 && room.left > 0; below = taken[at] ?? 0) {
        taken[at] = below - 1;
        fill(before);
      }
    };
    for (const cell of [...row.cells]) {
      skipTaken(cell);
      const next = cell.nextElementSibling;
      const { colSpan, rowSpan } = cell;
      taken[at] = rowSpan - 1;
      at += 1;
      for (let wide = 1; wide < colSpan && room.left > 0; wide += 1) {
        taken[at] = rowSpan - 1;
        fill(next);
      }
    }
    skipTaken(null);
  }
}

/** Blocks in a line become words with a space between. */
function flatten(line: Element): void {
  for (const pre of line.querySelectorAll("pre")) {
    pre.before(" ");
    pre.after(" ");
    if (pre.querySelector("code")) unwrap(pre);
    else rename(pre, "code");
  }
  for (const block of [...line.querySelectorAll(`${blocks}, br`)].reverse())
    block.replaceWith(" ", ...block.childNodes, " ");
}

export function addTables(service: Turndown): void {
  service.addRule("cell", {
    filter: ["th", "td"],
    replacement: (content) => ` ${content.trim().replaceAll("\n", " ").replaceAll("|", "\\|")} |`,
  });
  service.addRule("row", { filter: "tr", replacement: (content) => `\n|${content}` });
  service.addRule("rows", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  service.addRule("table", {
    filter: "table",
    replacement(content, node) {
      const rows = [...(node as HTMLTableElement).rows]
        .map(({ cells }) => [...cells])
        .filter(({ length }) => length > 0);
      const [first = []] = rows;
      const width = Math.max(...rows.map(({ length }) => length));
      const [head = "", ...others] = content.split("\n").filter((line) => line.startsWith("|"));
      const rule = Array.from({ length: width }, (_, place) => ` ${ruleOf(rows.at(-1)?.[place])} |`);
      const empty = "  |";
      // A sheet's cells are all alike, and its first row names the columns.
      const isNamed = rows.length > 1 && first.every((cell) => cell.textContent?.trim());
      const hasHead = isNamed || first.every((cell) => cell.matches("th, thead *"));
      const written = hasHead
        ? [head + empty.repeat(width - first.length), `|${rule.join("")}`, ...others]
        : [`|${empty.repeat(width)}`, `|${rule.join("")}`, head, ...others];
      return `\n\n${written.join("\n")}\n\n`;
    },
  });
}

/** The line below the head of a column. */
function ruleOf(cell: Element | undefined): string {
  const side = cell ? lookOf(cell, "text-align") || cell.getAttribute("align") : "";
  return { left: ":---", center: ":---:", right: "---:" }[side?.toLowerCase() as "left"] ?? "---";
}
