import { gfm } from "@joplin/turndown-plugin-gfm";
import createPurifier from "dompurify";
import Turndown from "turndown";

const purifier = createPurifier(window);

const service = new Turndown({
  headingStyle: "atx",
  bulletListMarker: "-",
  codeBlockStyle: "fenced",
  emDelimiter: "_",
  hr: "---",
});
service.use(gfm);
// A picture of another site would only be a link to readers; without an address there is nothing to show at all.
service.addRule("pictures", {
  filter: "img",
  replacement: (_, node) => {
    const { alt, src } = node as HTMLImageElement;
    const words = alt.replace(/[[\]\n]/g, " ").trim();
    return /^https?:/.test(src) ? `[${words || "Picture"}](${src})` : words;
  },
});

const tags = [
  ..."a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img input li ol p pre s span strike strong".split(
    " ",
  ),
  ..."sub sup table tbody td tfoot th thead tr ul #text".split(" "),
];

/**
 * Rich text of the clipboard as Markdown. It is parsed by the sanitiser, whose policy the page trusts, and never becomes
 * part of the page.
 */
export function markdownOf(html: string): string {
  const body = purifier.sanitize(withNeutralStyles(html), {
    RETURN_DOM: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href", "src", "alt", "title", "align", "start", "type", "checked", "colspan", styleName],
    // Without this its value would be checked as an address.
    ADD_URI_SAFE_ATTR: [styleName],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }) as HTMLElement;
  markBySense(body);
  for (const cell of body.querySelectorAll("th, td")) flatten(cell);
  return service
    .turndown(body)
    .replace(/^(\s*)- {3}/gm, "$1- ")
    .replace(/^(\s*\d+\.) {2}/gm, "$1 ");
}

const styleName = "data-look";

/** A `style` attribute is refused by the page's policy even in a document that is only parsed, so it is renamed. */
const withNeutralStyles = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<style[\s\S]*?<\/style>/gi, "")
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${styleName}=`));

/** Google Docs writes bold as a style, and wraps everything in a `b` that is not bold. */
function markBySense(body: HTMLElement) {
  for (const element of [...body.querySelectorAll<HTMLElement>(`[${styleName}]`)]) {
    const look = element.getAttribute(styleName) ?? "";
    const isBold = /font-weight:\s*(?:bold|[6-9]00)/i.test(look);
    const isItalic = /font-style:\s*italic/i.test(look);
    const align = /text-align:\s*(left|center|right)/i.exec(look)?.[1];
    if (align && /^T[DH]$/.test(element.tagName)) element.setAttribute("align", align.toLowerCase());
    element.removeAttribute(styleName);
    if (/^(B|STRONG)$/.test(element.tagName) && /font-weight:\s*(?:normal|400)/i.test(look))
      element.replaceWith(...element.childNodes);
    else if (element.tagName === "SPAN" && element.textContent?.trim()) {
      if (isItalic) wrapInside(element, "em");
      if (isBold) wrapInside(element, "strong");
    }
  }
}

function wrapInside(element: HTMLElement, name: "em" | "strong") {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

const blocks = "p, div, br, hr, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, tbody, tr, td";

/** A cell of Markdown is one line: blocks in it become words with a space between. */
function flatten(cell: Element) {
  for (const block of [...cell.querySelectorAll(blocks)].reverse())
    block.replaceWith(...block.childNodes, " ");
}
