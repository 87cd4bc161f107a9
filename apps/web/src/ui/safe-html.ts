import createPurifier, { type Config } from "dompurify";

/** What our own renderers of Markdown make, and nothing else. */
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
  // Holds a number, and would have to look like an address otherwise.
  ADD_URI_SAFE_ATTR: ["start"],
  // The page takes HTML as a trusted type only.
  RETURN_TRUSTED_TYPE: true,
} as const satisfies Config;

/** Articles from outside bring pictures of their own; what members write does not. */
const withPictures = {
  ...config,
  ALLOWED_TAGS: [...config.ALLOWED_TAGS, ..."img figure figcaption dl dt dd del sub sup kbd".split(" ")],
  ALLOWED_ATTR: [...config.ALLOWED_ATTR, "src", "alt", "width", "height"],
} as const satisfies Config;

const codeClass = /^(?:hljs(?:-[\w-]+)?|language-[\w+#-]+|[a-z]+_)$/;

const purifier = createPurifier(window);

// Classes colour code. Any other would let a text put on the site's own look, the verified mark included.
purifier.addHook("uponSanitizeAttribute", (_node, attribute) => {
  if (attribute.attrName !== "class") return;
  attribute.attrValue = attribute.attrValue
    .split(/\s+/)
    .filter((name) => codeClass.test(name))
    .join(" ");
  attribute.keepAttr = attribute.attrValue !== "";
});

purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A") node.setAttribute("rel", "nofollow noopener ugc");
  if (node.tagName !== "IMG") return;
  if (!node.getAttribute("src")?.startsWith("https:")) node.remove();
  node.setAttribute("loading", "lazy");
  // Its host need not know who reads here.
  node.setAttribute("referrerpolicy", "no-referrer");
});

/** Foreign HTML as it may stand on a page. The server has cleaned it already; this holds even if it had not (D35). */
export const sanitizeHtml = (html: string, { pictures = false } = {}) =>
  purifier.sanitize(html, pictures ? withPictures : config);
