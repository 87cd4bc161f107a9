import * as edits from "./edits.ts";
import { asOneChange, type Edit, type Marked } from "./edits.ts";

/** What the tools work on: the plain box, or the editor that takes its place on wide screens. */
export interface Surface {
  read(): Marked;
  /** One step of undo; the focus goes to the text. */
  apply(edit: Edit): void;
  focus(): void;
  /** What scrolls the text. */
  scroller: HTMLElement;
  /** Keeps a place in the text for what is still on its way. */
  hold(words: string): Place;
}

/** Moves with the text around it until it is filled or given up. */
export interface Place {
  say(words: string): void;
  /** Inserts the text as a paragraph of its own; false if the box is gone and nothing was inserted. */
  fill(text: string): boolean;
  giveUp(): void;
}

export function plainSurface(box: HTMLTextAreaElement): Surface {
  const surface: Surface = {
    read: () => ({ text: box.value, from: box.selectionStart, to: box.selectionEnd }),
    apply(edit) {
      if (box.readOnly) return;
      const { from, to, insert } = asOneChange(box.value, edit);
      box.focus();
      box.setSelectionRange(from, to);
      // Deprecated, but the only way to change a box that keeps the browser's undo.
      const isDone = document.execCommand?.(insert === "" ? "delete" : "insertText", false, insert);
      if (!isDone) {
        box.setRangeText(insert, from, to, "end");
        box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
      }
      box.setSelectionRange(edit.anchor, edit.head);
    },
    focus: () => box.focus(),
    scroller: box,
    hold() {
      const { text, to } = surface.read();
      const [before, after] = [text.slice(0, to), text.slice(to)];
      return {
        say() {},
        giveUp() {},
        fill(paragraph) {
          if (!box.isConnected) return false;
          const now = surface.read();
          // The author may have typed after it or before it meanwhile.
          const kept = now.text.startsWith(before)
            ? to
            : now.text.endsWith(after)
              ? now.text.length - after.length
              : now.to;
          surface.apply(paragraphAt({ ...now, to: kept }, paragraph));
          return true;
        },
      };
    },
  };
  return surface;
}

/** Inserts a paragraph behind the line of the caret. */
export function paragraphAt({ text, to }: Marked, paragraph: string): Edit {
  const lineEnd = text.indexOf("\n", to);
  const at = lineEnd === -1 ? text.length : lineEnd;
  const lead = text.slice(0, at).trim() === "" || text.slice(0, at).endsWith("\n\n") ? "" : "\n\n";
  const tail = text.slice(at).startsWith("\n\n") || at === text.length ? "\n" : "\n\n";
  const head = at + lead.length + paragraph.length;
  return { changes: [{ from: at, to: at, insert: lead + paragraph + tail }], anchor: head, head };
}

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
