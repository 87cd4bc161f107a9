import highlighter from "highlight.js/lib/common";
import MarkdownIt from "markdown-it";

/**
 * Authors write Markdown. Raw HTML stays text (`html: false`), so what comes out holds only the tags the
 * renderer itself makes; links keep to http, https and mailto (the library's own check).
 */
const article = new MarkdownIt("default", {
  html: false,
  linkify: true,
  typographer: false,
  highlight: (code, language) =>
    highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : "",
});
// Pictures come with the item's own file: a foreign picture would tell its host who reads here.
article.disable(["image"]);

article.core.ruler.push("fit_the_page", ({ tokens }) => {
  for (const token of tokens) {
    // The page's own title is its only h1.
    if (token.type.startsWith("heading_") && token.tag === "h1") token.tag = "h2";
    // Aligned table cells come with a style attribute, which the content security policy forbids.
    if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
  }
});

/** Comments: plain text with links and code. */
const remark = new MarkdownIt("zero", { html: false, linkify: true, breaks: true });
remark.enable(["backticks", "fence", "linkify", "newline"]);

for (const renderer of [article, remark]) {
  renderer.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    tokens[index]?.attrSet("rel", "nofollow noopener ugc");
    return self.renderToken(tokens, index, options);
  };
}

export const renderArticle = (source: string): string => article.render(source);
export const renderComment = (source: string): string => remark.render(source);

/** The beginning of a Markdown text as plain words, cut at a word's end. `length` in characters. */
export function plainText(source: string, length: number): string {
  // Twice as much source as words wanted: marks and addresses fall away.
  const words = article
    .parse(source.slice(0, length * 4), {})
    .filter((token) => token.type === "inline")
    .flatMap((token) => token.children ?? [])
    .map((token) => (token.type === "softbreak" || token.type === "hardbreak" ? " " : token.content))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (words.length <= length) return words;
  const cut = words.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}
