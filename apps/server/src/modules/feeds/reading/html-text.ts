import { Parser } from "htmlparser2";

export const inlineElements = new Set(
  "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr".split(
    " ",
  ),
);
export const hiddenElements = new Set(["script", "style"]);
const blockElements = "blockquote br center div h1 h2 h3 h4 h5 h6 hr img li ol p pre ul".split(" ");
const written = new Set([...inlineElements, ...blockElements]);

/** The visible text of the HTML, as plain text. */
export function textOfHtml(html: string): string {
  let text = "";
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (hiddenElements.has(name)) hiddenDepth += 1;
      else if (!inlineElements.has(name)) text += " ";
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data;
    },
    onclosetag(name) {
      if (hiddenElements.has(name)) hiddenDepth -= 1;
      else if (!inlineElements.has(name)) text += " ";
    },
  });
  parser.end(html);
  return inOneLine(text);
}

export const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Whether a text that may be plain or HTML is HTML: it has an entity or a closing or empty element, and no element that
 * nobody formats a text with. So "What <details> is for" stays as it is.
 */
export function looksLikeHtml(text: string): boolean {
  if (!/&(?:#\d+|#x[\da-f]+|[a-z]+\d*);|<\/[a-z]|<(?:br|hr|img|wbr)\b[^<>]*>/i.test(text)) return false;
  const elements = [...text.matchAll(/<\/?([a-z][a-z\d]*)\b[^<>]*>/gi)];
  return elements.every(([, name = ""]) => written.has(name.toLowerCase()));
}
