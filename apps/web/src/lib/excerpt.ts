/** In characters: a card shows two lines, so more is never visible. */
const enough = 240;

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Headings, rules, table rows and the line under an old-style heading. */
const notText = /^\s*(?:#{1,6}\s|[-*_=]{3,}\s*$|\|)/;
/** Quote signs, bullets and numbers at the start of a line. */
const lead = /^\s*(?:(?:>|[-*+]|\d{1,9}[.)])\s+)*/;

/**
 * The beginning of a Markdown text as plain words: its running text, without code blocks, tables and headings. For posts that
 * only this device has; other items carry the server's (docs/rules.md#excerpts-summaries-and-covers).
 */
export function excerptOf(markdown: string): string {
  const lines: string[] = [];
  let length = 0;
  let openFence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = fence.exec(line)?.[1];
    if (openFence !== undefined) {
      if (mark?.startsWith(openFence)) openFence = undefined;
    } else if (mark !== undefined) {
      openFence = mark;
    } else if (line.trim() !== "" && !notText.test(line)) {
      const text = withoutMarks(line.replace(lead, ""));
      lines.push(text);
      length += text.length;
    }
    if (length >= enough) break;
  }
  return lines.join(" ");
}

const withoutMarks = (line: string) =>
  line
    .replace(/\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replace(/`+/g, "")
    .replace(/\*\*|__|~~/g, "")
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .trim();
