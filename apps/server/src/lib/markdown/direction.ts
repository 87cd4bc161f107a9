import { rightToLeft } from "@cairn/contract";
import type MarkdownIt from "markdown-it";
import type { StateCore, Token } from "markdown-it";

/**
 * Each block finds its own direction. A block of words leaves it to the browser (`auto`); a block of blocks is given that of its first
 * words here, because browsers do not look into parts that have a direction of their own. Code goes left to right.
 */
export function addDirections(article: MarkdownIt): void {
  article.core.ruler.push("directions", giveDirections);
}

const leaves = new Set(["paragraph_open", "heading_open", "th_open", "td_open", "dt_open"]);
const holders = new Set(
  ["blockquote", "list_item", "dd", "table", "footnote", "bullet_list", "ordered_list"].map(
    (name) => `${name}_open`,
  ),
);

function giveDirections({ tokens }: StateCore): void {
  let undecided: Token[] = [];
  for (const token of tokens) {
    // The site's own word has the direction of its note.
    if (token.meta?.isNoteTitle) continue;
    if (leaves.has(token.type)) {
      token.attrSet("dir", "auto");
    } else if (holders.has(token.type)) {
      token.attrSet("dir", "auto");
      undecided.push(token);
    } else if (token.nesting === -1 && undecided.at(-1)?.level === token.level) {
      // A holder without any letter.
      if (holders.has(token.type.replace(/_close$/, "_open"))) undecided.pop();
    } else if (token.type === "inline") {
      for (const child of token.children ?? []) {
        if (child.type === "code_inline") child.attrSet("dir", "ltr");
      }
      if (undecided.length === 0) continue;
      const direction = directionOf(token.children ?? []);
      if (direction === null) continue;
      for (const holder of undecided) holder.attrSet("dir", direction);
      undecided = [];
    }
  }
}

/** The direction of the first letter that has one; null without such a letter. Code does not count. */
function directionOf(children: readonly Token[]): "ltr" | "rtl" | null {
  for (const { type, content } of children) {
    if (type !== "text") continue;
    const [letter] = /\p{L}/u.exec(content) ?? [];
    if (letter) return rightToLeft.test(letter) ? "rtl" : "ltr";
  }
  return null;
}
