import type MarkdownIt from "markdown-it";
import type { StateCore, Token } from "markdown-it";

/**
 * Gives headings and footnotes the identifiers that links within the text lead to. Each begins with `text-` or `textnote-`,
 * so that no author's words can take a name of the page (docs/rules.md#identifiers-in-articles).
 */
export function addNames(article: MarkdownIt): void {
  article.core.ruler.push("names", nameHeadings);
  const { rules } = article.renderer;
  const numberOf = ({ meta }: Token) => String(meta.id + 1);
  const placeOf = (token: Token) => `textref-${numberOf(token)}-${token.meta.subId + 1}`;
  const rel = 'rel="nofollow noopener ugc"';
  const render = (write: (token: Token) => string) => (tokens: Token[], index: number) =>
    tokens[index] ? write(tokens[index]) : "";
  rules.footnote_ref = render(
    (token) =>
      `<sup><a href="#textnote-${numberOf(token)}" id="${placeOf(token)}" ${rel}>[${numberOf(token)}]</a></sup>`,
  );
  rules.footnote_block_open = () => '<section class="footnotes">\n<ol>\n';
  rules.footnote_block_close = () => "</ol>\n</section>\n";
  rules.footnote_open = render((token) => {
    const dir = token.attrGet("dir");
    return `<li id="textnote-${numberOf(token)}"${dir ? ` dir="${dir}"` : ""}>`;
  });
  rules.footnote_close = () => "</li>\n";
  rules.footnote_anchor = render(
    (token) => ` <a href="#${placeOf(token)}" title="Back to the text" ${rel}>↩\uFE0E</a>`,
  );
}

const longestName = 80;

function nameHeadings({ tokens }: StateCore): void {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const wanted = nameOf(tokens[index + 1]?.children ?? []);
    let name = wanted;
    for (let count = counts.get(wanted) ?? 1; taken.has(name); count += 1) {
      name = `${wanted}-${count}`;
      counts.set(wanted, count + 1);
    }
    taken.add(name);
    token.attrSet("id", `text-${name}`);
  }
  leadToHeadings(tokens, taken);
}

/** As GitHub names headings: lower case, words joined by hyphens; letters of every script and their marks stay. */
function nameOf(children: Token[]): string {
  const words = children.map(({ type, content }) => (/break$/.test(type) ? " " : content)).join("");
  const name = words
    .normalize("NFC")
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, "")
    .replaceAll(/\s/g, "-");
  return [...name].slice(0, longestName).join("") || "section";
}

/** `[words](#setup)` leads to the heading "Setup" of this text. */
function leadToHeadings(tokens: Token[], names: ReadonlySet<string>): void {
  for (const child of tokens.flatMap(({ children }) => children ?? [])) {
    if (child.type !== "link_open") continue;
    const name = decoded(String(child.attrGet("href") ?? ""));
    if (name?.startsWith("#") && names.has(name.slice(1))) child.attrSet("href", `#text-${name.slice(1)}`);
  }
}

function decoded(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}
