import type MarkdownIt from "markdown-it";
import type { StateCore, Token } from "markdown-it";

/** GitHub's lists of tasks, its notes (`> [!NOTE]`), and aligned tables by class. */
export function addBlocks(article: MarkdownIt): void {
  article.core.ruler.after("block", "notes", markNotes);
  article.core.ruler.after("notes", "tasks", findTasks);
  article.core.ruler.after("inline", "task_boxes", addTaskBoxes);
  article.core.ruler.push("align", alignByClass);
  const { rules } = article.renderer;
  rules.task_open = (tokens, index) =>
    `<label><input type="checkbox" disabled=""${tokens[index]?.meta.isDone ? ' checked=""' : ""}> `;
  rules.task_close = () => "</label>";
}

const noteTitles: Record<string, string> = {
  NOTE: "Note",
  TIP: "Tip",
  IMPORTANT: "Important",
  WARNING: "Warning",
  CAUTION: "Caution",
};

/** A quotation whose first line is `[!NOTE]` alone, and that says more than this. */
function markNotes(state: StateCore): void {
  const { tokens } = state;
  const open: (Token | null)[] = [];
  const shown: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    shown.push(token);
    if (token.type === "blockquote_close") {
      const opening = open.pop();
      if (opening) token.tag = "div";
    } else if (token.type === "blockquote_open") {
      const title = takeNoteTitle(tokens, index);
      open.push(title === null ? null : token);
      if (title === null) continue;
      token.tag = "div";
      token.attrSet("class", `note note-${title.toLowerCase()}`);
      shown.push(...titleTokens(state, token.level + 1, title));
    }
  }
  state.tokens = shown;
}

function takeNoteTitle(tokens: Token[], index: number): string | null {
  const inline = tokens[index + 2];
  if (tokens[index + 1]?.type !== "paragraph_open" || inline?.type !== "inline") return null;
  const found = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i.exec(inline.content);
  if (!found) return null;
  const rest = inline.content.slice(found[0].length);
  const hasMore = tokens[index + 4]?.type !== "blockquote_close";
  if (rest.trim() === "" && !hasMore) return null;
  inline.content = rest;
  // Nothing is left of the paragraph: it takes no room.
  if (rest.trim() === "") hide(tokens, index + 1);
  return noteTitles[found[1]?.toUpperCase() ?? ""] ?? null;
}

function hide(tokens: Token[], paragraph: number): void {
  for (const token of [tokens[paragraph], tokens[paragraph + 2]]) {
    if (token) token.hidden = true;
  }
}

function titleTokens(state: StateCore, level: number, title: string): Token[] {
  const open = new state.Token("paragraph_open", "p", 1);
  const inline = new state.Token("inline", "", 0);
  const close = new state.Token("paragraph_close", "p", -1);
  open.attrSet("class", "note-title");
  open.meta = inline.meta = { isNoteTitle: true };
  inline.content = title;
  inline.children = [];
  for (const token of [open, close]) {
    token.block = true;
    token.level = level;
  }
  inline.level = level + 1;
  return [open, inline, close];
}

/** A list item that begins with `[ ]` or `[x]`, and says what is to be done. */
function findTasks({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 2];
    if (token.type !== "list_item_open" || inline?.type !== "inline") continue;
    const found = /^\[([ xX])\]\s+(?=\S)/.exec(inline.content);
    if (!found) continue;
    inline.content = inline.content.slice(found[0].length);
    inline.meta = { isDone: found[1] !== " " };
    token.attrSet("class", "task");
  }
}

/** The words are the box's label. */
function addTaskBoxes(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "inline" || typeof token.meta?.isDone !== "boolean") continue;
    const open = new state.Token("task_open", "", 1);
    open.meta = token.meta;
    token.children = [open, ...(token.children ?? []), new state.Token("task_close", "", -1)];
  }
}

/** The library aligns cells by a style attribute, which the content security policy forbids. */
function alignByClass({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const [, side] = /text-align:(left|center|right)/.exec(String(token.attrGet("style") ?? "")) ?? [];
    token.attrs = side ? [["class", `align-${side}`]] : null;
  }
}
