import type MarkdownIt from "markdown-it";
import type { StateBlock, StateCore, StateInline, Token } from "markdown-it";
import temml from "temml";
import { escapeHtml } from "../escape-html.ts";

/**
 * Formulas as GitHub reads them: `$…$`, `` $`…`$ ``, `$$…$$` and blocks that say `math`. Each becomes MathML without
 * style, address or identifier (docs/rules.md#formulas). A formula that cannot be read stays code.
 */
export function addMath(article: MarkdownIt): void {
  article.inline.ruler.before("escape", "math", readInlineMath);
  article.block.ruler.before("fence", "math", readMathBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  article.core.ruler.push("math", convertFormulas);
  for (const type of ["math_inline", "math_block"]) {
    article.renderer.rules[type] = (tokens, index) => tokens[index]?.meta.html ?? "";
  }
}

/** In characters. Longer ones stay code: the time grows with the square of some formulas. */
const longestFormula = 4_000;
/** How far a formula's end is looked for, so that many lone dollars take no longer than one. */
const maxLines = 200;

/** What keeps a dollar from beginning or ending a formula: "US$5", "$x$2". Other scripts write no spaces around formulas. */
const ofWord = /[\p{N}\p{Script=Latin}]/u;

function readInlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const before = src[pos - 1] ?? "";
  if (src[pos] !== "$" || before === "$" || ofWord.test(before)) return false;
  const sign = src[pos + 1] === "$" ? "$$" : "$";
  const end = endOfFormula(src, pos + sign.length, Math.min(posMax, pos + longestFormula), sign);
  if (end === null) return false;
  if (!silent) {
    const token = state.push("math_inline", "", 0);
    token.content = withoutTicks(src.slice(pos + sign.length, end));
    token.markup = sign;
  }
  state.pos = end + sign.length;
  return true;
}

/**
 * The place of the closing sign; null without one. As on GitHub, `$` touches its formula on both sides, so that prices
 * ("$5 and $6") are none.
 */
function endOfFormula(src: string, start: number, most: number, sign: string): number | null {
  if (sign === "$" && /^\s?$/.test(src[start] ?? "")) return null;
  for (let at = start; at + sign.length <= most; at += 1) {
    if (src[at] === "\\") at += 1;
    else if (src[at] === "$") return isEnd(src, start, at, sign) ? at : null;
  }
  return null;
}

function isEnd(src: string, start: number, at: number, sign: string): boolean {
  const next = src[at + 1] ?? "";
  if (sign === "$$") return next === "$" && src.slice(start, at).trim() !== "";
  return at > start && next !== "$" && !/\s/.test(src[at - 1] ?? "") && !ofWord.test(next);
}

const withoutTicks = (formula: string): string => /^`([^`]+)`$/.exec(formula)?.[1] ?? formula;

/** `$$` at the beginning of a line, up to the line that ends with `$$`, without an empty line between. */
function readMathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
  const first = lineAt(startLine);
  if (!first.startsWith("$$")) return false;
  let line = startLine;
  const lines = [first.slice(2)];
  while (!lines.at(-1)?.endsWith("$$")) {
    line += 1;
    if (line >= endLine || line - startLine > maxLines || state.isEmpty(line)) return false;
    if ((state.sCount[line] ?? 0) < state.blkIndent) return false;
    lines.push(lineAt(line));
  }
  const formula = lines.join("\n").slice(0, -2);
  // What begins and ends within its line may go on behind it: `$$a$$ and $$b$$`.
  if (formula.trim() === "" || formula.includes("$$")) return false;
  if (silent) return true;
  state.line = line + 1;
  const token = state.push("math_block", "math", 0);
  token.block = true;
  token.content = formula;
  token.markup = "$$";
  token.map = [startLine, state.line];
  return true;
}

/** Plain words need no formulas: `env.wordsOnly` leaves them as they were typed. */
function convertFormulas({ src, tokens, env }: StateCore): void {
  if (env.wordsOnly) return;
  const reading = { left: src.length * readAgain + 2_000 };
  for (const token of tokens) {
    if (token.type === "math_block") convertBlock(token, reading);
    else if (token.type === "fence" && /^math\s*$/.test(token.info.trim())) convertBlock(token, reading);
    for (const child of token.children ?? []) {
      if (child.type === "math_inline") convertInline(child, reading);
    }
  }
}

function convertBlock(token: Token, reading: Room): void {
  const html = mathMl(token.content, true, reading);
  if (html !== null) {
    token.type = "math_block";
    token.meta = { html: `<p class="math-block">${html}</p>\n` };
  } else if (token.type === "math_block") {
    token.type = "fence";
    token.info = "math";
    token.content = `${token.content.trim()}\n`;
  }
}

function convertInline(token: Token, reading: Room): void {
  const html = mathMl(token.content, token.markup === "$$", reading);
  if (html !== null) {
    token.meta = { html };
    return;
  }
  token.type = "code_inline";
  token.tag = "code";
  token.content = `${token.markup}${token.content}${token.markup}`;
  token.markup = "`";
}

/** Maximum size of `\hspace` and the like, in em and in points. */
const maxSize: [number, number] = [10, 100];

/**
 * How many times, on average, each character of a text may be read in formulas: a macro's words are read with each of its
 * calls, an argument with each that holds it.
 */
const readAgain = 8;
/** In characters. Chemists' short forms take the square of their length. */
const longestChemistry = 1_000;
/** Each of a macro's places is filled with its whole argument at once. */
const mostPlaces = 50;
/** Maximum nesting depth of a formula's elements: browsers need time by the square of the depth. */
const mostDepth = 100;

/** What temml gives to a macro that is a function. */
interface Reader {
  pushTokens(tokens: unknown[]): void;
}

/** null for a formula that cannot be read, or that grows out of all proportion. */
function mathMl(formula: string, isDisplay: boolean, reading: Room): string | null {
  if (formula.length > longestFormula) return null;
  if (formula.split("#").length > mostPlaces) return null;
  if (formula.length > longestChemistry && /\\(?:ce|pu)/.test(formula)) return null;
  const most = formula.length * 50 + 2_000;
  try {
    const tree: MathNode = temml.__renderToMathMLTree(`\\counted ${formula}`, {
      macros: { "\\counted": (reader: Reader) => countReading(reader, reading) },
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxExpand: 100,
      maxSize,
    });
    return write(tree, { left: most }, 0);
  } catch {
    return null;
  }
}

/** The library limits how many macros are called, and not what they make. */
function countReading(reader: Reader, reading: Room): string {
  const pushTokens = reader.pushTokens.bind(reader);
  reader.pushTokens = (tokens) => {
    take(tokens.length, reading);
    pushTokens(tokens);
  };
  return "";
}

/** What temml makes: elements, texts and fragments. */
interface MathNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Record<string, unknown>;
  readonly classes?: string[];
  readonly style?: Record<string, unknown>;
  readonly children?: MathNode[];
  readonly href?: string;
}

const elements = new Set(
  (
    "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover " +
    "mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose"
  ).split(" "),
);
const attributes = new Set(
  (
    "display displaystyle scriptlevel fence form stretchy symmetric largeop movablelimits separator accent " +
    "lspace rspace minsize maxsize width height depth voffset linethickness mathsize mathvariant notation"
  ).split(" "),
);

/** Characters that may still be written, or read. */
interface Room {
  left: number;
}

/** @throws RangeError for a formula that grows too long; Error for what is not mathematics. */
function write(node: MathNode, room: Room, depth: number): string {
  if (depth > mostDepth) throw new RangeError("a formula grows too deep");
  const inner = () => (node.children ?? []).map((child) => write(child, room, depth + 1)).join("");
  if (node.text !== undefined) return written(escapeHtml(node.text), room);
  if (node.href !== undefined) throw new Error("a formula holds no links");
  // Fragments and spans only hold others.
  if (node.type === undefined) return inner();
  // An empty place beside a sign; MathML Core has no name for it.
  const name = node.type === "none" ? "mrow" : node.type;
  if (!elements.has(name)) throw new Error(`a formula holds no ${name}`);
  const open = written(`<${name}${attributesOf(node)}></${name}>`, room);
  return open.replace("><", () => `>${inner()}<`);
}

function written(html: string, room: Room): string {
  take(html.length, room);
  return html;
}

function take(characters: number, room: Room): void {
  room.left -= characters;
  if (room.left < 0) throw new RangeError("a formula grows too long");
}

function attributesOf(node: MathNode): string {
  let html = "";
  for (const [name, value] of Object.entries(node.attributes ?? {})) {
    if (attributes.has(name) && isPlain(String(value))) html += ` ${name}="${value}"`;
  }
  const classes = classesOf(node).join(" ");
  return classes ? `${html} class="${classes}"` : html;
}

/** A word or words, or a length that does not leave the text. */
function isPlain(value: string): boolean {
  if (/^[a-z]+( [a-z]+)*$/.test(value)) return true;
  const [, number, unit] = /^([+-]?\d*\.?\d+)(em|ex|pt|px|mu|%)?$/.exec(value) ?? [];
  const most = unit === "pt" || unit === "px" || unit === "mu" || unit === "%" ? maxSize[1] : maxSize[0];
  return number !== undefined && Math.abs(Number(number)) <= most;
}

/** Those of temml's classes that the article's style sheet knows, and what its styles say, as classes. */
function classesOf({ type, attributes, classes = [], style = {} }: MathNode): string[] {
  const found = classes.flatMap((name) => known.get(name) ?? []);
  if (type === "mtd") {
    for (const [name, short] of sides) {
      const space = stepOf(style[`padding${name}`] ?? style.padding);
      if (space !== null && (name === "Left" || name === "Right")) found.push(`math-${short}-${space}`);
      if (style[`border${name}`]) found.push(`math-line-${short}`);
    }
    if (style.width === "50%") found.push("math-glue");
  }
  if (type === "mtable" && style.width === "100%") found.push("math-wide");
  if (style.border) found.push("math-box");
  if (style.fontWeight === "bold" || attributes?.style === "font-weight:bold") found.push("math-bold");
  // A rule is a coloured space.
  if (type === "mspace" && attributes?.mathbackground) found.push("math-rule");
  return [...new Set(found)];
}

const sides = [
  ["Left", "l"],
  ["Right", "r"],
  ["Top", "t"],
  ["Bottom", "b"],
] as const;

const known = new Map([
  ["tml-right", ["math-right"]],
  ["tml-left", ["math-left"]],
  ["tml-jot", ["math-jot"]],
  ["tml-small", ["math-small"]],
  ["tml-tag", ["math-tag"]],
  ["tml-overline", ["math-over"]],
  ["tml-underline", ["math-under"]],
  ["tml-fbox", ["math-box"]],
  ["tml-cancel", ["math-strike"]],
  ["upstrike", ["math-up"]],
  ["downstrike", ["math-down"]],
  ["sout", ["math-flat"]],
  ["tml-xcancel", ["math-cross"]],
  ["mathscr", ["math-script"]],
]);

/** Padding in steps of tenths of an em; null where nothing is said. */
function stepOf(padding: unknown): number | null {
  const [, number, unit] = /^(\d*\.?\d+)(em|pt)?/.exec(String(padding ?? "")) ?? [];
  if (number === undefined) return null;
  const tenths = Number(number) * (unit === "pt" ? 1 : 10);
  return [0, 2, 5, 10].reduce((best, step) =>
    Math.abs(step - tenths) < Math.abs(best - tenths) ? step : best,
  );
}
