import { fenced, languageNamed } from "./edits.ts";
import { blocks, isBlank, isElement, isText, lookOf, textsIn } from "./rich-look.ts";

const monospaced = /mono|courier|consolas|menlo|"?source code/;

/**
 * By the nearest font. Browsers give a copied paragraph its `white-space: normal`: that is prose of a page that is all
 * monospaced.
 */
function isMonospaced(node: Node): boolean {
  for (let element = node.parentElement; element; element = element.parentElement) {
    const font = lookOf(element, "font-family") || lookOf(element, "font");
    if (!font) continue;
    const isProse = element.localName !== "span" && lookOf(element, "white-space") === "normal";
    return monospaced.test(font) && !isProse;
  }
  return false;
}

function isCode(text: Text): boolean {
  if (text.parentElement?.closest("pre, code")) return true;
  for (let element = text.parentElement; element; element = element.parentElement) {
    if (lookOf(element, "white-space") === "pre") return true;
  }
  return isMonospaced(text);
}

/** The lines of code as they are shown. */
function shownLines(code: Element): string {
  const parts: string[] = [];
  let isStart = true;
  let isEndOfBlock = false;
  const write = (text: string) => {
    if (text === "") return;
    parts.push(text);
    isStart = text.endsWith("\n");
    isEndOfBlock = false;
  };
  const endLine = () => {
    if (!isStart) write("\n");
  };
  const read = (node: Node): void => {
    if (isText(node) || node.nodeName === "BR") {
      if (isEndOfBlock) endLine();
      write(isText(node) ? node.data.replaceAll("\u00a0", " ") : "\n");
    } else if (isElement(node)) {
      const isBlock = node.matches(blocks) || /^(?:block|flex|grid)$/.test(lookOf(node, "display"));
      if (isBlock) endLine();
      const before = parts.length;
      for (const child of node.childNodes) read(child);
      if (!isBlock) return;
      if (parts.length === before) write("\n");
      isEndOfBlock = true;
    }
  };
  for (const child of code.childNodes) read(child);
  return parts.join("").replaceAll(/\r\n?/g, "\n");
}

const languageSigns = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text)-([\w+#.-]+)/,
  /(?:^|\s)brush:\s*([\w+#.-]+)/,
  /(?:^|\s)highlight-([\w+#.-]+) notranslate/,
  /(?:^|\s)hljs ([\w+#.-]+)/,
];
const languageAttributes = ["data-lang", "data-language", "data-canonical-lang"];

/** The language that the code, or what stands closely around it, says in its class. */
function languageOf(code: Element): string {
  const places = [code.querySelector("code"), code, code.parentElement, code.parentElement?.parentElement];
  for (const place of places) {
    if (!place) continue;
    const said = languageAttributes.map((name) => place.getAttribute(name) ?? "");
    for (const sign of languageSigns) said.push(sign.exec(place.className)?.[1] ?? "");
    const language = said.map(languageNamed).find(Boolean);
    if (language) return language;
  }
  return "";
}

/** The lines of a `pre`. Around its only `code` there may be a title and buttons. */
function linesOf(pre: Element): string {
  const [code, second] = pre.querySelectorAll("code");
  return shownLines(code && !second ? code : pre).trimEnd();
}

/** Writes each `pre` as a fenced block. */
export function fenceCode(body: HTMLElement): void {
  for (const pre of body.querySelectorAll("pre")) {
    const lines = linesOf(pre);
    pre.textContent = lines.trim() === "" ? "" : fenced(lines, languageOf(pre));
  }
}

const prose = "h1, h2, h3, h4, h5, h6, ul, ol, dl, table, blockquote, img, hr, math";
const withoutSpace = (text: string) => text.replaceAll(/\s+/g, "");

/**
 * What to insert for code that was copied alone: the clipboard's plain text as it is, in a block if it has several lines.
 * Undefined for anything else.
 */
export function copiedCode(body: HTMLElement, plain: string): string | undefined {
  const texts = [...textsIn(body)];
  const [pre, second] = body.querySelectorAll("pre");
  if (texts.length === 0 || second || body.querySelector(prose) || !texts.every(isCode)) return undefined;
  const isInPre = pre !== undefined && texts.every((text) => pre.contains(text));
  const shown = isInPre ? linesOf(pre) : shownLines(body);
  // The plain text may include line numbers.
  const code = withoutSpace(plain) === withoutSpace(shown) ? plain : shown;
  const isOfPage = body.querySelector("code") !== null;
  if (!code.trimEnd().includes("\n")) return isOfPage ? undefined : code;
  // A text with fences is Markdown, copied from an editor of code.
  if (!isOfPage && /^(?:```|~~~)/m.test(code)) return code;
  return fenced(code, pre ? languageOf(pre) : "");
}

/** Classes of the numbers before lines. */
const lineNumbers =
  /(?:^|[\s_-])(?:line-?num(?:ber)?s?|line-?nos?|linenodiv|file-line-num|blob-num|gutter|lnt?|lno)(?:$|[\s_-])/i;

export function dropLineNumbers(body: HTMLElement): void {
  for (const element of body.querySelectorAll("[class]")) {
    const isNumber = lineNumbers.test(element.className) && /^\s*\d[\d\s]*$/.test(element.textContent ?? "");
    // The cells of a table stay in their columns.
    if (isNumber && !element.matches("td, th")) element.remove();
  }
}

/** Marks code that is not marked yet: tables of code, `kbd` and the like, monospaced text. */
export function markCode(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) toCode(table);
  for (const name of body.querySelectorAll("tt, kbd, samp")) asCode(name);
  markMonospaced([...textsIn(body)]);
  for (const pre of body.querySelectorAll("pre")) dropTitle(pre);
}

/** Marks monospaced words as code, and monospaced paragraphs as a block. */
function markMonospaced(texts: Text[]): void {
  const found: Text[] = [];
  const mixed = new Set<Element>();
  for (const text of texts) {
    if (!text.parentElement?.closest("pre, code, math") && isMonospaced(text)) found.push(text);
    else for (let one = text.parentElement; one && !mixed.has(one); one = one.parentElement) mixed.add(one);
  }
  // A text in one font throughout says nothing by it.
  if (found.length === texts.length) return;
  const lines = new Set<Element>();
  for (const text of found) {
    const line = text.parentElement?.closest(blocks);
    if (line?.matches("p, div") && !mixed.has(line) && !line.closest("li, td, th, dt")) lines.add(line);
    else asCode(text);
  }
  for (const line of lines) toBlock(line, lines);
}

/** Many pages show the language above the block; the fence says it. */
function dropTitle(pre: Element): void {
  const before = pre.previousElementSibling;
  const language = languageOf(pre);
  if (before?.matches("div, span") && language && before.textContent?.trim().toLowerCase() === language)
    before.remove();
}

function asCode(node: Element | Text): void {
  const code = (node.ownerDocument ?? document).createElement("code");
  const content = isText(node) ? [node.cloneNode()] : [...node.childNodes];
  code.append(...content);
  node.replaceWith(code);
}

/** Joins a monospaced paragraph with those that follow into one block, with the empty lines between them. */
function toBlock(first: Element, lines: Set<Element>): void {
  const pre = first.ownerDocument.createElement("pre");
  first.before(pre);
  let gap: ChildNode[] = [];
  for (let next: ChildNode | null = first; next; next = pre.nextSibling) {
    if (isElement(next) && lines.has(next)) {
      pre.append(...gap.filter(isElement), next);
      lines.delete(next);
      gap = [];
    } else if (
      isBlank(next) &&
      !(isElement(next) && (next.matches("img, hr") || next.querySelector("img, hr")))
    ) {
      gap.push(next);
      next.remove();
    } else break;
  }
}

/** Makes a block of a table that shows code: line numbers and code side by side, or a row for each line. */
function toCode(table: HTMLTableElement): void {
  const rows = [...table.rows].map(({ cells }) => [...cells]);
  const cells = rows.flat();
  const isNumber = (cell: Element) => /^[\d\s]*$/.test(cell.textContent ?? "");
  const codes = cells.filter((cell) => cell.querySelector("pre") && !isNumber(cell));
  const pre = table.ownerDocument.createElement("pre");
  pre.className = `${table.parentElement?.className ?? ""} ${table.className}`;
  const isSideBySide = codes.length > 0 && cells.every((cell) => codes.includes(cell) || isNumber(cell));
  const isByLine =
    rows.length > 0 &&
    rows.every((row) => {
      const last = row.at(-1);
      return (
        last !== undefined &&
        row.slice(0, -1).every(isNumber) &&
        (/(?:^|\s)(?:blob-code|js-file-line)/.test(last.className) || lookOf(last, "white-space") === "pre")
      );
    });
  if (isSideBySide) {
    for (const code of codes) pre.append(...code.childNodes);
    const inner = pre.querySelector("pre");
    if (inner && codes.length === 1) {
      inner.className = `${inner.className} ${pre.className}`;
      table.replaceWith(inner);
      return;
    }
  } else if (isByLine) {
    for (const row of rows) {
      const line = table.ownerDocument.createElement("div");
      line.append(...(row.at(-1)?.childNodes ?? []));
      pre.append(line);
    }
  } else return;
  table.replaceWith(pre);
}
