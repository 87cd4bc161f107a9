import highlighter from "highlight.js/lib/common";
import type MarkdownIt from "markdown-it";
import { escapeHtml } from "../escape-html.ts";

/** What a code block's first line says of it: ```` ```js lines {1,3-5} title="x.js" check ````. */
export interface CodeInfo {
  /** The first word; empty without one. */
  readonly language: string;
  /** The others, without the title and the marked lines. */
  readonly words: string[];
  readonly title: string | null;
  /** Whether lines are numbered. */
  readonly isNumbered: boolean;
  /** Marked lines, from and to, counted from 1. */
  readonly marked: readonly (readonly [number, number])[];
}

export function readCodeInfo(info: string): CodeInfo {
  let title: string | null = null;
  let lines = "";
  const rest = info
    .trim()
    .replace(/(?<=\s)title="([^"]*)"/, (_whole, text: string) => {
      title = text.trim().slice(0, 200) || null;
      return "";
    })
    .replace(/(?<=\s)\{([\d\s,-]*)\}/, (_whole, text: string) => {
      lines = text;
      return "";
    });
  const [language = "", ...words] = rest.trim().split(/\s+/);
  return { language, words, title, isNumbered: words.includes("lines"), marked: rangesOf(lines) };
}

const maxRanges = 50;

function rangesOf(lines: string): [number, number][] {
  return lines
    .split(",", maxRanges)
    .map((part) => /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part))
    .flatMap((found) => (found ? [[Number(found[1]), Number(found[2] ?? found[1])]] : []));
}

/** Code reads from left to right in every language; its lines stand alone only where its first line asks for it. */
export function addCodeBlocks(article: MarkdownIt, coloured: number): void {
  const { rules } = article.renderer;
  const { unescapeAll } = article.utils;
  rules.code_block = (tokens, index) =>
    `<pre dir="ltr"><code>${escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
  rules.fence = (tokens, index) => {
    const { content = "", info = "" } = tokens[index] ?? {};
    const { language, title, isNumbered, marked } = readCodeInfo(unescapeAll(info));
    const html = colour(content, language, coloured) ?? escapeHtml(content);
    const hasLines = isNumbered || marked.length > 0;
    const classes = [language && `language-${language}`, isNumbered && "code-numbered"].filter(Boolean);
    const named = classes.length > 0 ? ` class="${escapeHtml(classes.join(" "))}"` : "";
    const shown = hasLines ? markLines(html, marked) : html;
    const head = title === null ? "" : `<p class="code-title" dir="ltr">${escapeHtml(title)}</p>\n`;
    return `${head}<pre dir="ltr"><code${named}>${shown}</code></pre>\n`;
  };
}

/** null for code that is too long to be coloured, or in a language that nobody knows. */
export const colour = (code: string, language: string, longest: number): string | null =>
  code.length <= longest && highlighter.getLanguage(language)
    ? highlighter.highlight(code, { language }).value
    : null;

/** Puts each line into an element of its own. A colour that spans lines ends and begins again with each. */
function markLines(html: string, marked: CodeInfo["marked"]): string {
  const open: string[] = [];
  const lines = html.replace(/\n$/, "").split("\n");
  const shown = lines.map((line, index) => {
    const before = open.join("");
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === "</span>") open.pop();
      else open.push(tag);
    }
    const isMarked = marked.some(([from, to]) => index + 1 >= from && index + 1 <= to);
    const name = isMarked ? "code-line code-marked" : "code-line";
    return `<span class="${name}">${before}${line}${"</span>".repeat(open.length)}</span>\n`;
  });
  return shown.join("");
}
