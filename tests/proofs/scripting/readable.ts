import { type DefaultTreeAdapterTypes, html, parse, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const words = (list: string) => new Set(list.split(" "));

/** What may stand in a text that is shown as HTML: nothing that runs, frames, loads code, or is styled in place. */
const elements = words(
  "p br hr div span h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote figure figcaption details summary a img " +
    "b strong i em u s del ins mark small sub sup abbr cite q code pre kbd samp var " +
    "table caption thead tbody tfoot tr th td label section",
);
/** Formulas: only what shows. */
const formulas = words(
  "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover " +
    "mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose",
);
const attributes = words(
  "href src alt title width height start colspan rowspan lang dir rel loading referrerpolicy class",
);

/** What in this HTML could do anything but be read; empty: nothing. */
export const problemsIn = (fragment: string): string[] =>
  [...walk(parseFragment(fragment))].flatMap(problemsOf);

function problemsOf(node: Node): string[] {
  if (!("tagName" in node)) return "data" in node ? ["a comment"] : [];
  const { tagName, namespaceURI, attrs } = node;
  if (tagName === "input" && isTaskBox(node)) return [];
  const known = namespaceURI === html.NS.HTML ? elements : formulas;
  const isKnown = namespaceURI !== html.NS.SVG && known.has(tagName);
  return [
    ...(isKnown ? [] : [`<${tagName}>`]),
    ...attrs.flatMap(({ name, value }) => (isHarmless(name, value) ? [] : [`${tagName} ${name}="${value}"`])),
  ];
}

/** A box that only says whether a task is done. */
const isTaskBox = ({ attrs }: Element): boolean =>
  /^type=checkbox disabled=( checked=)?$/.test(attrs.map(({ name, value }) => `${name}=${value}`).join(" "));

function isHarmless(name: string, value: string): boolean {
  if (name === "id") return /^text(?:note|ref)?-/.test(value);
  if (!attributes.has(name)) return false;
  if (name === "href") return /^(https?:\/\/|mailto:|#text)/i.test(value);
  return name !== "src" || /^https:\/\//i.test(value);
}

/** All that is in a tree, templates included. */
function* walk(node: Node): Generator<Node> {
  if (!("childNodes" in node)) return;
  for (const child of node.childNodes) {
    yield child;
    yield* walk(child);
  }
  if ("content" in node) yield* walk(node.content);
}

/** A page's elements in order, each with the names of its attributes: whatever its words are, this does not change. */
export const skeletonOf = (page: string): string[] =>
  [...walk(parse(page))]
    .filter((node): node is Element => "tagName" in node)
    .map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(" "));
