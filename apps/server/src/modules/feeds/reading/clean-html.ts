import type { Element, Nodes, Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { type Schema, sanitize } from "hast-util-sanitize";
import { toParse5 } from "hast-util-to-parse5";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize } from "parse5";
import { OutsideFailure } from "../../../lib/outside-failure.ts";

const sizeCap = 256 * 1024;
const depthCap = 100;
const partCap = 10_000;

/** What an article may hold. Other elements give way to their content, other attributes go. */
const allowed: Schema = {
  tagNames: [
    ..."h1 h2 h3 h4 h5 h6 p br hr div span ul ol li dl dt dd blockquote figure figcaption details summary".split(
      " ",
    ),
    ..."a img b strong i em u s del ins mark small sub sup abbr cite q code pre kbd samp var".split(" "),
    ..."table caption thead tbody tfoot tr th td".split(" "),
  ],
  /** Their content is no text for readers, or is read by rules of its own. */
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
    th: ["colSpan", "rowSpan"],
    td: ["colSpan", "rowSpan"],
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
 * Foreign HTML as HTML that can only be read: parsed as browsers parse it, reduced to an allow-list, written anew.
 * Hostile input can take long: run it where it can be stopped.
 * @throws OutsideFailure above 256 KB, 100 levels or 10,000 parts
 */
export function cleanHtml(html: string): string {
  if (html.length > sizeCap) throw new OutsideFailure("its text is too long");
  const parsed = parseFragment(html, { treeAdapter: countingAdapter() });
  checkDepth(parsed);
  const clean = sanitize(fromParse5(parsed), allowed) as Root;
  settleLinks(clean);
  return serialize(toParse5(clean) as DefaultTreeAdapterTypes.ParentNode);
}

/** Few letters can mean many elements: unclosed ones are repeated in every paragraph. So they are counted as they come. */
function countingAdapter(): typeof defaultTreeAdapter {
  let parts = 0;
  const count = () => {
    parts += 1;
    if (parts > partCap) throw new OutsideFailure("its text has too many parts");
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

/** Level by level, because what walks down by calling itself could not look at such a tree. */
function checkDepth(root: DefaultTreeAdapterTypes.ParentNode): void {
  let level: DefaultTreeAdapterTypes.Node[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthCap) throw new OutsideFailure("its text is nested too deeply");
    level = level.flatMap((node) => [
      ...("childNodes" in node ? node.childNodes : []),
      ...("content" in node ? node.content.childNodes : []),
    ]);
  }
}

/**
 * An outside article's relative addresses would lead into this site: such links lose their target and such pictures
 * go. Pictures load late, and without telling their host which page shows them.
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

const isElement = (node: Nodes, tagName: string): node is Element =>
  node.type === "element" && node.tagName === tagName;

const isAbsolute = (address: unknown): boolean =>
  typeof address === "string" && /^(https?:\/\/|mailto:)/i.test(address.trim());
