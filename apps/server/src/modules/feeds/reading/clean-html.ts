import { controlClass, directionControls, nameOfControl } from "@cairn/contract";
import type { Element, Nodes, Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { type Schema, sanitize } from "hast-util-sanitize";
import { toParse5 } from "hast-util-to-parse5";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize } from "parse5";
import { ExternalFailure } from "../../../lib/external-failure.ts";

const sizeCap = 256 * 1024;
const depthCap = 100;
const partCap = 10_000;

/** As in members' texts: a style attribute is forbidden by the content security policy. */
const alignClasses: [string, ...string[]] = ["className", "align-left", "align-center", "align-right"];

/**
 * Elements and attributes that an article may contain. Other elements are replaced by their content; other attributes
 * are dropped.
 */
const allowed: Schema = {
  tagNames: [
    ..."h1 h2 h3 h4 h5 h6 p br hr div span ul ol li dl dt dd blockquote figure figcaption details summary".split(
      " ",
    ),
    ..."a img b strong i em u s del ins mark small sub sup abbr cite q code pre kbd samp var".split(" "),
    ..."table caption thead tbody tfoot tr th td".split(" "),
  ],
  /** Dropped with their content, which is not text for readers or is parsed by rules of its own. */
  strip: [
    ..."script style template svg math iframe object embed noscript noembed noframes xmp plaintext".split(
      " ",
    ),
    ..."title head textarea select option audio video canvas frameset".split(" "),
  ],
  attributes: {
    a: ["href", "title"],
    img: ["src", "alt", "title", "width", "height"],
    ol: ["start"],
    th: ["colSpan", "rowSpan", alignClasses],
    td: ["colSpan", "rowSpan", alignClasses],
    abbr: ["title"],
    "*": ["lang", "dir"],
  },
  protocols: { href: ["http", "https", "mailto"], src: ["https"] },
  ancestors: {
    ...Object.fromEntries(
      ["caption", "thead", "tbody", "tfoot", "tr", "th", "td"].map((name) => [name, ["table"]]),
    ),
    li: ["ul", "ol"],
  },
  required: {},
  clobber: [],
};

/**
 * Sanitises external HTML: parses it as browsers do, reduces it to an allow-list and serialises it again. Hostile input
 * can take long: run it where it can be stopped. Relative links and pictures get the whole addresses that they have at
 * `address`, where the text is from.
 * @throws ExternalFailure above 256 KB, 100 levels or 10,000 nodes
 */
export function cleanHtml(html: string, address = ""): string {
  if (html.length > sizeCap) throw new ExternalFailure("its text is too long");
  const parsed = parseFragment(html, { treeAdapter: countingAdapter() });
  checkDepth(parsed);
  const foreign = fromParse5(parsed);
  alignByClass(foreign);
  completeLinks(foreign, address);
  const clean = sanitize(foreign, allowed) as Root;
  settleLinks(clean);
  showControlsInCode(clean, false);
  return serialize(toParse5(clean) as DefaultTreeAdapterTypes.ParentNode);
}

/**
 * A short text can produce many elements, because unclosed ones are repeated in every paragraph. So nodes are counted
 * while they are created.
 */
function countingAdapter(): typeof defaultTreeAdapter {
  let parts = 0;
  const count = () => {
    parts += 1;
    if (parts > partCap) throw new ExternalFailure("its text has too many parts");
  };
  return {
    ...defaultTreeAdapter,
    createElement(...facts) {
      count();
      return defaultTreeAdapter.createElement(...facts);
    },
    createCommentNode(...facts) {
      count();
      return defaultTreeAdapter.createCommentNode(...facts);
    },
  };
}

/** Goes level by level, because recursion could overflow the stack on a very deep tree. */
function checkDepth(root: DefaultTreeAdapterTypes.ParentNode): void {
  let level: DefaultTreeAdapterTypes.Node[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthCap) throw new ExternalFailure("its text is nested too deeply");
    level = level.flatMap((node) => [
      ...("childNodes" in node ? node.childNodes : []),
      ...("content" in node ? node.content.childNodes : []),
    ]);
  }
}

/** The address is the text's own: a `base` element in it counts for nothing. */
function completeLinks(node: Nodes, address: string): void {
  if (!("children" in node)) return;
  for (const child of node.children) {
    const name = isElement(child, "a") ? "href" : isElement(child, "img") ? "src" : null;
    const written = name && child.type === "element" ? child.properties[name] : null;
    if (name && child.type === "element" && typeof written === "string" && !isAbsolute(written)) {
      const { protocol, href } = URL.canParse(written, address) ? new URL(written, address) : {};
      if (protocol === "https:" || protocol === "http:") child.properties[name] = href;
    }
    completeLinks(child, address);
  }
}

/**
 * Relative addresses in an external article would point into this site: such links lose their target and such images
 * are dropped. Images load lazily and send no referrer to their host.
 */
function settleLinks(node: Nodes): void {
  if (!("children" in node)) return;
  node.children = node.children.filter(
    (child) => !(isElement(child, "img") && !isAbsolute(child.properties.src)),
  );
  for (const child of node.children) {
    if (isElement(child, "a")) {
      if (!isAbsolute(child.properties.href)) delete child.properties.href;
      child.properties.rel = ["nofollow", "noopener", "ugc"];
    }
    if (isElement(child, "img"))
      Object.assign(child.properties, { loading: "lazy", referrerPolicy: "no-referrer" });
    settleLinks(child);
  }
}

/** Aligned cells say so by an attribute of old, or by their style. */
function alignByClass(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) {
    if (isElement(child, "th") || isElement(child, "td")) {
      const { align, style } = child.properties;
      const [, side] =
        /text-align:\s*(left|center|right)\b/i.exec(String(style ?? "")) ??
        /^(left|center|right)$/i.exec(String(align ?? "")) ??
        [];
      delete child.properties.className;
      if (side) child.properties.className = [`align-${side.toLowerCase()}`];
    }
    alignByClass(child);
  }
}

const codeElements = ["code", "pre", "kbd", "samp"];

/** As in members' code: a control of direction is a mark that can be seen. */
function showControlsInCode(node: Nodes, isCode: boolean): void {
  if (!("children" in node)) return;
  node.children = node.children.flatMap((child): typeof node.children => {
    if (child.type === "element") showControlsInCode(child, isCode || codeElements.includes(child.tagName));
    if (!isCode || child.type !== "text" || !directionControls.test(child.value)) return [child];
    return child.value.split(directionControls).map((value) =>
      directionControls.test(value)
        ? {
            type: "element",
            tagName: "span",
            properties: { className: [controlClass] },
            children: [{ type: "text", value: nameOfControl(value) }],
          }
        : { type: "text", value },
    );
  });
}

const isElement = (node: Nodes, tagName: string): node is Element =>
  node.type === "element" && node.tagName === tagName;

const isAbsolute = (address: unknown): boolean =>
  typeof address === "string" && /^(https?:\/\/|mailto:)/i.test(address.trim());
