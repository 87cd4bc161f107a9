import createPurifier from "dompurify";
import Turndown from "turndown";
import { copiedCode, dropLineNumbers, fenceCode, markCode } from "./rich-code.ts";
import { startOf, tidyLists } from "./rich-lists.ts";
import { lookName, lookOf } from "./rich-look.ts";
import { tidyMarks } from "./rich-marks.ts";
import { lettersOf, texOf, tidyFormulas, tidyTex } from "./rich-math.ts";
import { addTables, tidyTables } from "./rich-tables.ts";

const purifier = createPurifier(window);

const service = new Turndown({ headingStyle: "atx", hr: "---" });
service.escape = escapeProse;

const risky = /(?:^|[^a-z\d])_|_(?![a-z\d])|[*~$`\\[\]]/i;
/** An address as it is, so that it stays a link: with signs in it that Markdown would read, between angle brackets. */
const asAddress = (address: string) => (risky.test(address) ? `<${address}>` : address);

/** Escapes what the site's Markdown would read in plain prose; addresses stay as they are. */
function escapeProse(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]])/i)
    .map((part, index) => (index % 2 === 1 ? asAddress(part) : escapeWords(part, index === 0)))
    .join("");
}

function escapeWords(words: string, isStart: boolean): string {
  const escaped = words.replaceAll(
    /[\\`*[\]$]|(?<![a-z\d])_|_(?![a-z\d])|~(?=~)|<(?=[a-z][\w+.-]*[:@])|&(?=#?\w{1,32};)/gi,
    "\\$&",
  );
  return isStart
    ? escaped
        .replace(/^(?:[-+](?=[-\s]|$)|>|=+(?=\s*$)|#{1,6}(?=\s|$))/, "\\$&")
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
    : escaped;
}

service.addRule("line", {
  filter: "br",
  // Two of them are the end of a paragraph.
  replacement: (_, node) =>
    node.previousSibling?.nodeName === "BR" || node.nextSibling?.nodeName === "BR" ? "\n\n" : "  \n",
});
service.addRule("block of code", {
  filter: "pre",
  replacement: (_, { textContent }) => `\n\n${textContent}\n\n`,
});
service.addRule("code", {
  filter: "code",
  replacement(_, { textContent }) {
    const code = (textContent ?? "").replaceAll(/\s+/g, " ").trim();
    const runs = new Set(code.match(/`+/g));
    let fence = "`";
    while (runs.has(fence)) fence += "`";
    const space = /^`|`$/.test(code) ? " " : "";
    return code === "" ? "" : `${fence}${space}${code}${space}${fence}`;
  },
});
const [wordStart, wordEnd] = [
  /^[\p{Script=Latin}\p{Script=Arabic}\p{N}]/u,
  /[\p{Script=Latin}\p{Script=Arabic}\p{N}]$/u,
];
service.addRule("mark", {
  filter: ["strong", "em", "del"],
  replacement(content, { nodeName, previousSibling, nextSibling }) {
    const isAfterWord = wordEnd.test(previousSibling?.textContent ?? "");
    const isBeforeWord = wordStart.test(nextSibling?.textContent ?? "");
    // Markdown ignores a mark between a letter and punctuation: `**Note:**this`.
    const isRead = (!isAfterWord || wordStart.test(content)) && (!isBeforeWord || wordEnd.test(content));
    if (content.trim() === "" || !isRead) return content;
    const sign =
      nodeName === "STRONG" ? "**" : nodeName === "DEL" ? "~~" : isAfterWord || isBeforeWord ? "*" : "_";
    return sign + content + sign;
  },
});
const oneLine = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .trim();

service.addRule("link", {
  filter: "a",
  replacement(content, node) {
    const { textContent } = node;
    const address = ((node as Element).getAttribute("href") ?? "").trim().replaceAll(/\s/g, "%20");
    const words = textContent?.trim() ?? "";
    // The signs beside the headings of manuals lead to the headings.
    if (/^[¶#§]?$/.test(words) && content.trim() === words) return "";
    if (!/^(?:https?|mailto):/i.test(address)) return content;
    if (address === words || address === `${words}/` || address === `mailto:${words}`)
      return asAddress(words);
    const shown = /https?:\/\//i.test(words) ? escapeWords(words, false) : content;
    const target = address.replaceAll(
      /[()<>\\]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    return `[${oneLine(shown)}](${target})`;
  },
});
// A picture of another site would only be a link to readers; without an address there is nothing to show at all.
service.addRule("picture", {
  filter: "img",
  replacement(_, node) {
    const { alt, src, className } = node as HTMLImageElement;
    if (/mwe-math/.test(className) && alt) return `$${tidyTex(alt)}$`;
    const words = alt.replaceAll(/\s+/g, " ").trim();
    const isSign = /^[^\p{L}\p{N}]+$/u.test(words) || /^:[\w+-]+:$/.test(words);
    if (isSign) return words;
    const link = (node as Element).closest("a");
    if (link?.textContent?.trim()) return "";
    const shown = escapeWords(words || (/^https?:/.test(src) ? "Picture" : ""), false);
    return link || !/^https?:/.test(src) ? shown : `[${shown}](${src})`;
  },
});
const raised: Readonly<Record<string, string>> = signs("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ");
const lowered: Readonly<Record<string, string>> = signs(
  "0123456789+-−=()aehijklmnoprstuvx",
  "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
);
function signs(from: string, to: string): Record<string, string> {
  const others = [...to];
  return Object.fromEntries([...from].map((sign, index) => [sign, others[index] ?? sign]));
}
// Markdown has none: without them 10 to the sixth would be 106. Numbers that lead to a note are links.
service.addRule("raised or lowered", {
  filter: ["sup", "sub"],
  replacement(content, node) {
    const found = [...(node.textContent ?? "").trim()].map(
      (sign) => (node.nodeName === "SUP" ? raised : lowered)[sign],
    );
    return (node as Element).querySelector("a") || found.includes(undefined) ? content : found.join("");
  },
});
service.addRule("formula", {
  filter: (node) => node.nodeName === "math",
  replacement(_, node) {
    const math = node as Element;
    const tex = texOf(math);
    if (tex === "") return escapeWords(lettersOf(math), false);
    const isDisplay = math.getAttribute("display") === "block" && !math.closest("td, th, li");
    return isDisplay ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
  },
});

service.addRule("quotation", {
  filter: "blockquote",
  replacement: (content) =>
    `\n\n${content
      .trim()
      .replaceAll(/^(?=.)/gm, "> ")
      .replaceAll(/^$/gm, ">")}\n\n`,
});
service.addRule("list", {
  filter: ["ul", "ol"],
  replacement(content, node) {
    const { parentElement, nextElementSibling, tagName } = node as Element;
    const items = content.trim();
    if (parentElement?.tagName !== "LI") return `\n\n${items}\n\n`;
    // Only a list that begins with 1 may follow words at once.
    const before = tagName === "UL" || startOf(node as Element) === 1 ? "\n" : "\n\n";
    return before + items + (nextElementSibling ? "\n\n" : "");
  },
});
service.addRule("item", {
  filter: "li",
  replacement(content, node) {
    const item = node as HTMLLIElement;
    const mark = item.parentElement?.tagName === "OL" ? `${item.value}. ` : "- ";
    const box = item.querySelector<HTMLInputElement>("input[type=checkbox]");
    const task = box?.closest("li") === item ? `[${box.checked ? "x" : " "}] ` : "";
    const lines = content.trim().split("\n");
    const indent = " ".repeat(mark.length);
    const rest = lines.slice(1).map((line) => (line === "" ? "\n" : `\n${indent}${line}`));
    return `\n${mark}${task}${lines[0]}${rest.join("")}\n`;
  },
});
service.addRule("box", { filter: "input", replacement: () => "" });
service.addRule("term", { filter: "dt", replacement: (content) => `\n\n${content.trim()}\n` });
service.addRule("definition", {
  filter: "dd",
  replacement: (content, node) =>
    node.previousSibling ? `\n: ${content.trim().replaceAll(/\n(?!\n)/g, "\n  ")}\n` : `\n\n${content}\n\n`,
});
addTables(service);

const tags = (
  "#text a address article aside b blockquote br caption center code dd del details div dl dt em figcaption figure footer " +
  "h1 h2 h3 h4 h5 h6 header hr i img input kbd li main nav ol p pre s samp section span strike strong sub summary sup " +
  "table tbody td tfoot th thead tr tt ul " +
  "annotation math mfrac mi mn mo mover mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder " +
  "munderover semantics"
).split(" ");
const attributes = (
  "align alt aria-checked checked class colspan data-aria-level data-canonical-lang data-indent data-lang data-language " +
  `display encoding href role rowspan src start type ${lookName}`
).split(" ");

/** The editor has room for less text than this. */
const longest = { text: 60_000, elements: 50_000 };

/**
 * Rich text of the clipboard as Markdown, or its plain text as a block if all of it is code. Empty if nothing is left, or
 * if it is too large. It is parsed by the sanitiser, whose policy the page trusts, and never becomes part of the page.
 */
export function markdownOf(html: string, plain: string): string {
  const body = purifier.sanitize(withNeutralStyles(html), {
    RETURN_DOM: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ADD_FORBID_CONTENTS: ["button", "select"],
    // Without this its value would be checked as an address.
    ADD_URI_SAFE_ATTR: [lookName],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }) as HTMLElement;
  const isTooLarge =
    (body.textContent ?? "").length > longest.text || body.querySelectorAll("*").length > longest.elements;
  if (isTooLarge) return "";
  for (const element of body.querySelectorAll(`[${lookName}]`))
    if (lookOf(element, "display") === "none") element.remove();
  dropLineNumbers(body);
  const code = copiedCode(body, plain);
  if (code !== undefined) return code;
  tidyFormulas(body);
  markCode(body);
  tidyLists(body);
  tidyTables(body);
  tidyMarks(body);
  fenceCode(body);
  return service.turndown(body);
}

/** Renames the styles. Each pattern also takes what is never closed, so that none looks through the rest again and again. */
const withNeutralStyles = (html: string) =>
  html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<style[\s\S]*?(?:<\/style>|$)/gi, "")
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^>"']+)*/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${lookName}=`));
