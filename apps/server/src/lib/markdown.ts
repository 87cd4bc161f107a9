import MarkdownIt, { type Token } from "markdown-it";
import emphasisBesideIdeographs from "markdown-it-cjk-friendly";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import { cutText, headOf } from "./cut-text.ts";
import { escapeHtml } from "./escape-html.ts";
import { addBlocks } from "./markdown/blocks.ts";
import { addCodeBlocks, colour } from "./markdown/code-blocks.ts";
import { addCodeControls, nameControls, showControls } from "./markdown/code-controls.ts";
import { addDirections } from "./markdown/direction.ts";
import { linkAddresses } from "./markdown/links.ts";
import { addMath } from "./markdown/math.ts";
import { addNames } from "./markdown/names.ts";
import { keysOfPictures, type PictureFacts, picturesIn, showPictures } from "./picture-marks.ts";

/**
 * The rules that render articles. Stored HTML is never changed, and `ledger verify` renders published articles again:
 * after the first release a change of these rules must keep the old ones for `isArticleHtml`.
 */
const linkSchemes = ["http:", "https:", "mailto:"];
/**
 * Longest code block, in characters, that is highlighted: the library's time grows with the square of a word's length.
 */
const longestColoured = 4_000;
/**
 * How many times longer than its source the HTML may be; beyond that the text is shown plain. Ordinary text never grows
 * more than tenfold. A long address defined once and referred to thousands of times made 156 MB out of 50 KB; a table
 * with many columns only in its head made 700 KB of empty cells out of 2 KB.
 */
const growth = 20;
/** Characters of HTML that any text may have, however short it is. */
const smallHtml = 10_000;

/** Relative addresses stay links. Anything before a colon is a scheme, as browsers read it. */
function keepToSchemes(renderer: MarkdownIt, schemes: readonly string[]): void {
  renderer.validateLink = (address) => {
    const scheme = /^[^/?#:]*:/.exec(address.trim())?.[0];
    return scheme === undefined || schemes.includes(scheme.toLowerCase());
  };
}

function markLinks({ renderer }: MarkdownIt): void {
  renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    tokens[index]?.attrSet("rel", "nofollow noopener ugc");
    return self.renderToken(tokens, index, options);
  };
}

/**
 * Renders authors' Markdown. Raw HTML stays text (`html: false`), so the output holds only tags that the renderer
 * makes.
 */
function createArticleRenderer(): {
  parse(source: string, environment?: object): Token[];
  render(source: string, pictures?: readonly PictureFacts[]): string;
} {
  const article = new MarkdownIt("default", {
    html: false,
    linkify: true,
    typographer: false,
    highlight: (code, language) => colour(code, language, longestColoured) ?? "",
  });
  keepToSchemes(article, linkSchemes);
  // Images come with the item's own file: an external image would reveal to its host who reads here.
  article.disable(["image"]);
  article.core.ruler.push("fit_the_page", ({ tokens }) => {
    for (const token of tokens) {
      // The page's own title is its only h1.
      if (token.type.startsWith("heading_") && token.tag === "h1") token.tag = "h2";
    }
  });
  markLinks(article);
  showPictures(article);
  enrich(article);
  linkAddresses(article);
  article.use(emphasisBesideIdeographs);
  addCodeControls(article);

  const parse = (source: string, environment: object = {}) => article.parse(source, environment);
  return {
    parse,
    render(source, shown = []) {
      const environment = { pictures: new Map(shown.map((picture) => [picture.key, picture])) };
      const most = source.length * growth + smallHtml;
      const tokens = parse(source, environment);
      // Checked before anything is written: until then all of them share one text.
      if (addressesOf(tokens) > most) return renderPlain(source);
      const html = article.renderer.render(tokens, article.options, environment);
      return html.length > most ? renderPlain(source) : html;
    },
  };
}

/**
 * What GitHub's readers know, and the direction of each block; the order matters, because the last ones read the
 * results of the others.
 */
function enrich(article: MarkdownIt): void {
  article.use(footnotes).use(definitionLists);
  // No inline footnotes (`^[…]`), which GitHub lacks too: nested ones take quadratic time.
  article.disable(["footnote_inline"]);
  addBlocks(article);
  addCodeBlocks(article, longestColoured);
  addMath(article);
  addNames(article);
  addDirections(article);
}

/** Characters of the addresses and titles of all links. */
function addressesOf(tokens: Token[]): number {
  let characters = 0;
  for (const { attrs } of tokens.flatMap(({ children }) => children ?? [])) {
    for (const [, value] of attrs ?? []) characters += value.length;
  }
  return characters;
}

const article = createArticleRenderer();

/** Comments: plain text with links, code and emphasis. Comments that are stored already keep their HTML. */
const remark = new MarkdownIt("zero", { html: false, linkify: true, breaks: true });
remark.enable(["backticks", "emphasis", "fence", "link", "linkify", "newline"]);
remark.use(emphasisBesideIdeographs);
keepToSchemes(remark, linkSchemes);
markLinks(remark);
linkAddresses(remark);
addCodeControls(remark);

/**
 * Deterministic: the same source and pictures give the same HTML. Hostile text can take seconds, so run it where it can
 * be stopped.
 */
export const renderArticle = (source: string, pictures: readonly PictureFacts[] = []): string =>
  article.render(source, pictures);
/** Keys of the pictures in an article, known or not, with repetitions. As slow. */
export const articlePictures = (source: string): string[] => keysOfPictures(article.parse(source));
/** The tokens of `renderArticle`. As slow. */
export const articleTokens = (source: string): Token[] => article.parse(source);
export interface RenderedComment {
  readonly html: string;
  /** The author's words without code and addresses, one line for each stretch. */
  readonly prose: string;
}

/** As `renderArticle`, for a comment. */
export function renderComment(source: string): RenderedComment {
  const tokens = remark.parse(source, {});
  const html = remark.renderer.render(tokens, remark.options, {});
  const prose: string[] = [];
  for (const { children } of tokens) {
    let isLink = false;
    for (const { type, content } of children ?? []) {
      if (type === "link_open" || type === "link_close") isLink = type === "link_open";
      else if (type === "text" && !isLink && content !== "") prose.push(content);
    }
  }
  return { html, prose: prose.join("\n") };
}

/**
 * The text as typed, in paragraphs, for a text whose rendering was stopped. It may contain code, so its bidirectional
 * controls are made visible.
 */
export function renderPlain(source: string): string {
  let html = "";
  let lines: string[] = [];
  for (const line of [...source.split("\n"), ""]) {
    if (line.trim() !== "") {
      lines.push(escapeHtml(line));
    } else if (lines.length > 0) {
      html += `<p>${lines.join("<br>\n")}</p>\n`;
      lines = [];
    }
  }
  return showControls(html);
}

/** Whether Cairn's rules make this HTML from the article, with any sizes of its pictures. As slow as rendering. */
export function isArticleHtml(source: string, html: string): boolean {
  return html === renderPlain(source) || html === article.render(source, picturesIn(html));
}

/** Characters of an excerpt: more than two lines of a card, about as long as search engines show. */
const excerptLength = 240;

/**
 * The excerpt for cards, feeds, descriptions and the desk (docs/rules.md#excerpts-summaries-and-covers). As slow as rendering a short text: the
 * rendering thread makes it once, when a text is saved.
 */
export const excerptOf = (source: string): string => plainText(source, excerptLength);

/** The same without parsing, for a text that takes too long. It may contain code, as in `renderPlain`. */
export const unreadExcerptOf = (source: string): string =>
  cutText(nameControls(headOf(source, excerptLength * 4).replaceAll(/\s+/g, " ")).trim(), excerptLength);

/**
 * The beginning of a Markdown text as plain words, at most `length` characters and an ellipsis: its running text, or its
 * headings if it begins with nothing else.
 */
export function plainText(source: string, length: number): string {
  // Takes more source than the words need, because markup and addresses are removed.
  const lines = headOf(source, length * 4).split("\n");
  const tokens = article.parse(lines.filter((line) => !isTableRule(line)).join("\n"), { wordsOnly: true });
  const inlines = tokens.filter(({ type }) => type === "inline");
  const running = tokens.filter(
    ({ type }, index) => type === "inline" && tokens[index - 1]?.type !== "heading_open",
  );
  return cutText(wordsIn(running) || wordsIn(inlines), length);
}

const wordsIn = (inlines: readonly Token[]): string =>
  inlines
    .map(({ children }) => (children ?? []).map(wordsOf).join(""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

/**
 * The line below a table's head. Without it rows stay plain lines: a table fills missing cells, up to the square of its
 * source.
 */
const isTableRule = (line: string): boolean => line.includes("|") && /^[\s>|:-]*$/.test(line);

function wordsOf({ type, content }: Token): string {
  if (type === "picture") return "";
  if (type === "softbreak" || type === "hardbreak") return " ";
  if (type === "code_inline") return nameControls(content);
  return type === "text" ? content.replaceAll("|", " ") : content;
}
