/** Holds what a `style` attribute said: the page's policy refuses the attribute even in a document that is only parsed. */
export const lookName = "data-look";

const looks = new WeakMap<Element, Map<string, string>>();

/** The value of a CSS property that an element sets itself, in lower case; empty without one. As in CSS, the last counts. */
export function lookOf(element: Element, property: string): string {
  let look = looks.get(element);
  if (!look) {
    const declared = (element.getAttribute(lookName) ?? "").toLowerCase().split(";");
    look = new Map(
      declared.map((one) => [one.slice(0, one.indexOf(":")).trim(), one.slice(one.indexOf(":") + 1).trim()]),
    );
    looks.set(element, look);
  }
  return look.get(property) ?? "";
}

export const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
export const isBlank = (node: Node): boolean => (node.textContent ?? "").trim() === "";

export function* textsIn(root: Node): Generator<Text> {
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!isBlank(walker.currentNode)) yield walker.currentNode as Text;
}

/** Elements that begin on a line of their own. */
export const blocks =
  "address, article, aside, blockquote, center, dd, details, div, dl, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, " +
  "header, hr, li, main, nav, ol, p, pre, section, summary, table, tbody, td, tfoot, th, thead, tr, ul";

/** Takes an element away and leaves what it holds. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Gives an element another name. */
export function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}
