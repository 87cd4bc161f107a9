import * as edits from "./edits.ts";

export interface TextTool {
  id: string;
  label: string;
  /** Pressed with Ctrl, or with the command key of a Mac. */
  key?: { code: string; shift?: true; alt?: true; shown: string };
  edit: edits.Tool;
  /** Offered after a `/` at the start of a line. */
  isBlock?: true;
}

/** What the keys and the list of blocks offer, and the toolbar as far as it has icons, in this order. */
export const textTools: readonly TextTool[] = [
  {
    id: "heading",
    label: "Heading",
    key: { code: "Digit2", alt: true, shown: "Alt+2" },
    edit: edits.heading(2),
    isBlock: true,
  },
  {
    id: "subheading",
    label: "Subheading",
    key: { code: "Digit3", alt: true, shown: "Alt+3" },
    edit: edits.heading(3),
    isBlock: true,
  },
  { id: "bold", label: "Bold", key: { code: "KeyB", shown: "B" }, edit: edits.around("**", "bold") },
  { id: "italic", label: "Italic", key: { code: "KeyI", shown: "I" }, edit: edits.around("_", "italic") },
  { id: "code", label: "Code", key: { code: "KeyE", shown: "E" }, edit: edits.code },
  { id: "link", label: "Link", key: { code: "KeyK", shown: "K" }, edit: edits.link },
  {
    id: "list",
    label: "List",
    key: { code: "Digit8", shift: true, shown: "Shift+8" },
    edit: edits.bulletList,
    isBlock: true,
  },
  {
    id: "numbered",
    label: "Numbered list",
    key: { code: "Digit7", shift: true, shown: "Shift+7" },
    edit: edits.numberedList,
    isBlock: true,
  },
  { id: "tasks", label: "Task list", edit: edits.taskList, isBlock: true },
  {
    id: "quote",
    label: "Quote",
    key: { code: "Digit9", shift: true, shown: "Shift+9" },
    edit: edits.quote,
    isBlock: true,
  },
  { id: "block", label: "Code block", edit: edits.codeBlock, isBlock: true },
  { id: "table", label: "Table", edit: edits.table, isBlock: true },
  { id: "footnote", label: "Footnote", edit: edits.footnote },
  { id: "formula", label: "Formula", edit: edits.formula, isBlock: true },
  { id: "note", label: "Note", edit: edits.note, isBlock: true },
  { id: "rule", label: "Divider", edit: edits.rule, isBlock: true },
];

type KeyPress = Pick<
  KeyboardEvent,
  "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "getModifierState"
>;

/** The tool that a key press asks for. AltGr, which some keyboards report as Ctrl and Alt, types signs and asks for none. */
export function toolOfKey(press: KeyPress): TextTool | undefined {
  if (!(press.ctrlKey || press.metaKey) || press.getModifierState("AltGraph")) return undefined;
  return textTools.find(
    ({ key }) =>
      key?.code === press.code && Boolean(key.shift) === press.shiftKey && Boolean(key.alt) === press.altKey,
  );
}
