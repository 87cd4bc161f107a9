import { blocks, isBlank, isElement, isText, lookOf, unwrap } from "./rich-look.ts";

/** Puts each nested list into an item of the list around it, as Markdown needs it. */
export function tidyLists(body: HTMLElement): void {
  // Word on the web puts each list into a box of its own.
  for (const list of body.querySelectorAll("div > ul:only-child, div > ol:only-child")) {
    const box = list.parentElement;
    if (box && [...box.childNodes].every((node) => node === list || isBlank(node))) unwrap(box);
  }
  for (const parent of [body, ...body.querySelectorAll("*")]) nestByLevel(parent);
  for (const list of body.querySelectorAll("ul > ul, ul > ol, ol > ul, ol > ol")) {
    const before = list.previousElementSibling;
    if (before?.tagName === "LI") before.append(list);
    else unwrap(list);
  }
  for (const list of body.querySelectorAll<HTMLElement>("ul + ul, ol + ol")) joinToPrevious(list);
  for (const item of body.querySelectorAll("li")) tidyItem(item);
  for (const list of body.querySelectorAll("ol")) number(list);
}

/** Items that name their level instead of being nested. */
interface Flat {
  level: number;
  isNumbered: boolean;
  start: number;
  items: Element[];
}

function flatOf(element: Element): Flat | undefined {
  if (element.matches("ul, ol")) {
    const items = [...element.children];
    const said =
      element.getAttribute("data-indent") ?? items[0]?.getAttribute("data-aria-level") ?? undefined;
    if (said === undefined || !items.every(({ tagName }) => tagName === "LI")) return undefined;
    // Slack counts from 0, Word from 1.
    const level = Number(said) + (element.hasAttribute("data-indent") ? 1 : 0);
    return { level, isNumbered: element.tagName === "OL", start: startOf(element), items };
  }
  const level = /\blevel(\d+)/.exec(lookOf(element, "mso-list"))?.[1];
  return level === undefined || element.tagName === "LI" ? undefined : itemOfWord(element, Number(level));
}

/** Word writes an item as a paragraph with its bullet or number as text. */
function itemOfWord(paragraph: Element, level: number): Flat {
  const mark = [...paragraph.querySelectorAll("*")].find((one) => lookOf(one, "mso-list") === "ignore");
  const words = mark?.textContent?.trim() ?? "";
  mark?.remove();
  const item = paragraph.ownerDocument.createElement("li");
  item.append(...paragraph.childNodes);
  paragraph.replaceChildren(item);
  const isNumbered = /^\(?\w{1,5}(?:\.\w{1,5}){0,9}[.)]/.test(words);
  return { level, isNumbered, start: Number.parseInt(words, 10) || 1, items: [item] };
}

function nestByLevel(parent: Element): void {
  /** The lists that are open, each in the last item of the one before it. */
  let open: { level: number; list: Element }[] = [];
  for (const child of [...parent.childNodes]) {
    const flat = isElement(child) ? flatOf(child) : undefined;
    if (!flat) {
      if (!isBlank(child)) open = [];
      continue;
    }
    const tag = flat.isNumbered ? "OL" : "UL";
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > flat.level) open.pop();
    const same = open.at(-1);
    if (same?.level === flat.level && same.list.tagName !== tag) open.pop();
    let list = open.at(-1)?.level === flat.level ? open.at(-1)?.list : undefined;
    if (!list) {
      list = parent.ownerDocument.createElement(tag);
      if (flat.start > 1) list.setAttribute("start", String(flat.start));
      const around = open.at(-1)?.list.lastElementChild;
      if (around) around.append(list);
      else child.before(list);
      open.push({ level: flat.level, list });
    }
    list.append(...flat.items);
    child.remove();
  }
}

/** Numbers the items once: to look for each item's index would take the square of their count. */
function number(list: HTMLOListElement): void {
  let next = startOf(list);
  for (const item of list.querySelectorAll<HTMLLIElement>(":scope > li")) {
    item.value = next;
    next += 1;
  }
}

export const startOf = (list: Element): number =>
  Number(/^\d{1,8}$/.exec(list.getAttribute("start") ?? "")?.[0] ?? 1);

/** Some programs write each item as a list of its own. */
function joinToPrevious(list: HTMLElement): void {
  const previous = list.previousElementSibling;
  for (let node = list.previousSibling; node && node !== previous; node = node.previousSibling)
    if (!isBlank(node)) return;
  if (!previous) return;
  const next = startOf(previous) + previous.children.length;
  if (list.tagName === "OL" && startOf(list) !== next) return;
  previous.append(...list.childNodes);
  list.remove();
}

/** Whether no words stand before it. */
function isFirst(element: Element): boolean {
  for (let node = element.previousSibling; node; node = node.previousSibling)
    if (!isBlank(node)) return false;
  return true;
}

/** Unwraps the only paragraph of an item: in Markdown it would put blank lines between all items. */
function tidyItem(item: Element): void {
  const [first, ...others] = [...item.children].filter((child) => child.matches(blocks));
  if (
    first?.matches("p, div") &&
    isFirst(first) &&
    others.every((child) => child.matches("ul, ol")) &&
    !first.querySelector(blocks)
  )
    unwrap(first);
  if (item.matches("[role=checkbox], [aria-checked]")) {
    for (const picture of item.querySelectorAll(":scope > img, :scope > span > img")) picture.remove();
    const box = item.ownerDocument.createElement("input");
    box.type = "checkbox";
    box.checked = item.getAttribute("aria-checked") === "true";
    item.prepend(box);
  }
  // Line breaks of the HTML between the words of an item and the list in it.
  for (const node of [...item.childNodes])
    if (isText(node) && isBlank(node) && node.data.includes("\n")) node.remove();
}
