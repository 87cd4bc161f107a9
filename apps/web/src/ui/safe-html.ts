import createPurifier, { type Config } from "dompurify";

/** Allows only what our own Markdown renderers produce. */
const config = {
  ALLOWED_TAGS: [
    ..."p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code span em strong s a".split(" "),
    ..."table thead tbody tr th td".split(" "),
    "#text",
  ],
  ALLOWED_ATTR: ["href", "title", "class", "start"],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_ATTR: ["style"],
  FORBID_TAGS: ["style"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|[/#?])/i,
  // `start` holds a number; without this entry its value would be checked as a URI.
  ADD_URI_SAFE_ATTR: ["start"],
  // The page accepts HTML only as TrustedHTML.
  RETURN_TRUSTED_TYPE: true,
} as const satisfies Config;

/** External articles contain pictures; members' texts do not. */
const withPictures = {
  ...config,
  ALLOWED_TAGS: [...config.ALLOWED_TAGS, ..."img figure figcaption dl dt dd del sub sup kbd".split(" ")],
  ALLOWED_ATTR: [...config.ALLOWED_ATTR, "src", "alt", "width", "height"],
} as const satisfies Config;

const codeClass = /^(?:hljs(?:-[\w-]+)?|language-[\w+#-]+|[a-z]+_)$/;

/** The server has no document; what it renders into a page was sanitised when it was stored. */
const purifier = typeof window === "undefined" ? null : createPurifier(window);

// Keep only the classes for code highlighting. Any other would let a text imitate the site's own UI, including the
// verified mark.
purifier?.addHook("uponSanitizeAttribute", (_node, attribute) => {
  if (attribute.attrName !== "class") return;
  attribute.attrValue = attribute.attrValue
    .split(/\s+/)
    .filter((name) => codeClass.test(name))
    .join(" ");
  attribute.keepAttr = attribute.attrValue !== "";
});

purifier?.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A") node.setAttribute("rel", "nofollow noopener ugc");
  if (node.tagName !== "IMG") return;
  if (!node.getAttribute("src")?.startsWith("https:")) node.remove();
  node.setAttribute("loading", "lazy");
  // Do not reveal to the picture's host which page is being read.
  node.setAttribute("referrerpolicy", "no-referrer");
});

/**
 * Sanitises foreign HTML for a page. The server has sanitised it already; this also protects if it had not
 * (docs/rules.md#d35).
 */
export const sanitizeHtml = (html: string, { pictures = false } = {}) =>
  purifier ? purifier.sanitize(html, pictures ? withPictures : config) : html;
