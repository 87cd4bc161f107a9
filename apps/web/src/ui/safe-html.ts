import type { Config } from "dompurify";
import createPurifier from "dompurify";
import { apiHost } from "../lib/api/host.ts";

/**
 * What members' texts have beyond plain Markdown, as the server writes it (apps/server/src/lib/markdown): notes, tasks, footnotes,
 * definitions, lines of code and formulas.
 */
const textTags = (
  "dl dt dd sup section div label input " +
  "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover " +
  "mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose"
).split(" ");

const ofFormulas = (
  "display displaystyle scriptlevel fence form stretchy symmetric largeop movablelimits separator accent lspace rspace " +
  "minsize maxsize width height depth voffset linethickness mathsize mathvariant notation"
).split(" ");

/** Their values are words and numbers. */
const textAttributes = ["id", "dir", "type", "checked", "disabled", ...ofFormulas];

const classes = [
  /^(?:hljs(?:-[\w-]+)?|language-[\w+#-]+|[a-z]+_|code-(?:control|title|numbered|line|marked)|math-[a-z0-5-]+)$/,
  /^(?:note(?:-(?:title|note|tip|important|warning|caution))?|align-(?:left|center|right)|task|footnotes)$/,
];

/** Whether a text may have this class. Any other would let it imitate the site's own UI, including the verified mark. */
const isTextClass = (name: string): boolean => classes.some((names) => names.test(name));

/** false for an attribute that does not belong to this element, or an identifier that could be one of the page. */
function fitsElement({ tagName, namespaceURI }: Element, name: string, value: string): boolean {
  if (name === "id") return /^text(?:note|ref)?-./.test(value);
  if (name === "checked" || name === "disabled") return tagName === "INPUT";
  if (name === "type") return tagName === "INPUT" || tagName === "SOURCE";
  // Pictures and the colour behind them have a size as well.
  if ((name === "width" || name === "height") && /^(?:IMG|SOURCE|rect)$/.test(tagName)) return true;
  return !ofFormulas.includes(name) || namespaceURI === "http://www.w3.org/1998/Math/MathML";
}

/** A box that only says whether a task is done. */
const isTaskBox = (node: Element): boolean => node.matches("[type=checkbox][disabled]");

/** Allows only what our own Markdown renderers produce. */
const config = {
  ALLOWED_TAGS: [
    ..."p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code span em strong s a".split(" "),
    ..."table thead tbody tr th td".split(" "),
    ...textTags,
    // Pictures that the site stores, with their colour behind them.
    ..."figure figcaption picture source img svg rect".split(" "),
    "#text",
  ],
  ALLOWED_ATTR: [
    ..."href title class start".split(" "),
    ..."src srcset sizes type alt width height loading decoding fill aria-hidden".split(" "),
    ...textAttributes,
  ],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_ATTR: ["style"],
  FORBID_TAGS: ["style"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|[/#?])/i,
  // Without this entry their values would be checked as URIs.
  ADD_URI_SAFE_ATTR: ["start", "sizes", "loading", "decoding", "fill", "aria-hidden", ...textAttributes],
  // The page accepts HTML only as TrustedHTML.
  RETURN_TRUSTED_TYPE: true,
} as const satisfies Config;

/** For external articles, whose pictures come from other sites. */
const withPictures = {
  ...config,
  ALLOWED_TAGS: [...config.ALLOWED_TAGS, ..."del sub kbd".split(" ")],
} as const satisfies Config;
/** Of the text that is being sanitised. */
let mayShowOtherSites = false;

/** Whether the address is that of a stored file, signed where it is not public. */
const isOwnFile = (address: string) =>
  address.startsWith(apiHost) && /^\/media\/[\w.]+(?:\?[\w=&-]+)?$/.test(address.slice(apiHost.length));
const isOwnSet = (files: string) => files.split(", ").every((file) => isOwnFile(file.split(" ")[0] ?? ""));

/** Stored files are on the host that the calls go to, which may be another host than the page's (docs/rules.md#other-origins). */
const withHost = (html: string) =>
  apiHost === ""
    ? html
    : html.replaceAll(/ (?:href|src|srcset)="[^"]*"/g, (attribute) =>
        attribute.replaceAll(/(?<=[" ])\/media\//g, `${apiHost}/media/`),
      );

/** The server has no document; what it renders into a page was sanitised when it was stored. */
const purifier = typeof window === "undefined" ? null : createPurifier(window);

purifier?.addHook("uponSanitizeAttribute", (node, attribute) => {
  const { attrName, attrValue } = attribute;
  if (!fitsElement(node, attrName, attrValue)) attribute.keepAttr = false;
  if (attrName === "srcset") attribute.keepAttr = isOwnSet(attrValue);
  if (attrName === "fill") attribute.keepAttr = /^#[0-9a-f]{6}$/.test(attrValue);
  if (attrName !== "class") return;
  attribute.attrValue = attribute.attrValue.split(/\s+/).filter(isTextClass).join(" ");
  attribute.keepAttr = attribute.attrValue !== "";
});

purifier?.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A") node.setAttribute("rel", "nofollow noopener ugc");
  if (node.tagName === "INPUT" && !isTaskBox(node)) node.remove();
  // Nothing but the colour behind a picture.
  if (node.tagName === "svg" && node.nextElementSibling?.tagName !== "PICTURE") node.remove();
  if (node.tagName !== "IMG") return;
  const source = node.getAttribute("src") ?? "";
  if (isOwnFile(source)) return;
  if (!mayShowOtherSites || !source.startsWith("https:")) node.remove();
  node.setAttribute("loading", "lazy");
  // Do not reveal to the picture's host which page is being read.
  node.setAttribute("referrerpolicy", "no-referrer");
});

/**
 * Sanitises foreign HTML for a page. The server has sanitised it already; this also protects if it had not
 * (docs/rules.md#cleaned-html).
 */
export function sanitizeHtml(html: string, { pictures = false } = {}) {
  mayShowOtherSites = pictures;
  return purifier ? purifier.sanitize(withHost(html), pictures ? withPictures : config) : html;
}
