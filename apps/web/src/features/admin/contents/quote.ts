import { limits } from "@cairn/contract";

/** As much of a selection as makes a quotation. */
const longest = 300;

/** What is selected inside a text that an admin reads in a dialog; empty if nothing is. */
export function selectedText(): string {
  const selection = document.getSelection();
  const node = selection?.anchorNode;
  const element = node instanceof Element ? node : node?.parentElement;
  if (!selection || !element?.closest("[data-quotable]")) return "";
  return selection.toString();
}

/** The reason with the quotation behind it. */
export function withQuote(reason: string, selected: string): string {
  const text = selected.trim().replace(/\s+/g, " ").slice(0, longest);
  if (text === "") return reason;
  return `${reason.trimEnd()}${reason.trim() && "\n"}“${text}”: `.slice(0, limits.reasonLength);
}
