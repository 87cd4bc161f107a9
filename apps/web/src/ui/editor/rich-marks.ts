import { blocks, isBlank, isElement, isText, lookOf, rename, unwrap } from "./rich-look.ts";

/** Makes bold, italic, struck and linked text fit Markdown, where a mark stays within one paragraph. */
export function tidyMarks(body: HTMLElement): void {
  // An empty element with a height, in Slack.
  for (const gap of body.querySelectorAll(".c-mrkdwn__br"))
    gap.replaceWith(...["br", "br"].map((name) => body.ownerDocument.createElement(name)));
  for (const element of body.querySelectorAll("[data-look]")) markByLook(element);
  for (const element of body.querySelectorAll("span")) if (!element.closest("pre")) unwrap(element);
  for (const element of body.querySelectorAll("b, i, s, strike"))
    rename(element, names[element.tagName] ?? "del");
  for (const element of [...body.querySelectorAll("br")].reverse()) if (isAtEdge(element)) element.remove();
  for (const element of body.querySelectorAll("strong, em, del, a")) {
    const around = element.localName === "strong" ? "strong, h1, h2, h3, h4, h5, h6" : element.localName;
    if (element.parentElement?.closest(`${around}, pre, code`)) unwrap(element);
  }
  for (const element of body.querySelectorAll("strong, em, del, a")) {
    if (element.querySelector(`${blocks}, br + br`)) markInside(element);
  }
  for (const element of body.querySelectorAll("strong, em, del")) {
    if (!element.parentNode) continue;
    for (let next = element.nextSibling; next && isElement(next); next = element.nextSibling) {
      if (next.tagName !== element.tagName) break;
      element.append(...next.childNodes);
      next.remove();
    }
  }
}

/** A line break at the start or end of a block shows nothing. */
function isAtEdge(br: Element): boolean {
  if (br.closest("pre, code")) return false;
  return (
    [
      ["previousSibling", br.previousSibling],
      ["nextSibling", br.nextSibling],
    ] as const
  ).some(([side, node]) => {
    let next = node;
    while (next && isText(next) && isBlank(next)) next = next[side];
    return !next || (isElement(next) && next.matches(blocks));
  });
}

const names: Record<string, string> = { B: "strong", I: "em" };

/** Google Docs writes bold as a style, and wraps everything in a `b` that is not bold. */
function markByLook(element: Element): void {
  if (element.closest("pre, code")) return;
  const weight = lookOf(element, "font-weight");
  if (element.matches("b, strong") && /^(?:normal|400)$/.test(weight)) unwrap(element);
  if (element.tagName !== "SPAN" || isBlank(element)) return;
  if (lookOf(element, "font-style") === "italic") wrapInside(element, "em");
  if (/^(?:bold|[6-9]00)$/.test(weight)) wrapInside(element, "strong");
  if (/line-through/.test(lookOf(element, "text-decoration") || lookOf(element, "text-decoration-line")))
    wrapInside(element, "del");
}

function wrapInside(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Marks the text in each block instead of the blocks. */
function markInside(mark: Element): void {
  const wrap = (parent: Element) => {
    let run: Element | undefined;
    for (const child of [...parent.childNodes]) {
      const isBreak = child.nodeName === "BR" || child.nodeName === "PRE";
      const holdsBlocks =
        isElement(child) && (child.matches(blocks) || child.querySelector(`${blocks}, br`) !== null);
      if (isBreak || holdsBlocks) {
        run = undefined;
        if (!isBreak) wrap(child as Element);
      } else if (run) run.append(child);
      else if (!isBlank(child) || (isElement(child) && child.querySelector("img"))) {
        run = mark.cloneNode() as Element;
        child.before(run);
        run.append(child);
      }
    }
  };
  wrap(mark);
  unwrap(mark);
}
