import { asOneChange, type Edit, type Marked } from "./edits.ts";

/** What the tools work on: the plain box, or the editor that takes its place on wide screens. */
export interface Surface {
  read(): Marked;
  /** One step of undo; the focus goes to the text. */
  apply(edit: Edit): void;
  focus(): void;
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
    hold: () => ({
      say() {},
      giveUp() {},
      fill(text) {
        if (!box.isConnected) return false;
        surface.apply(paragraphAt(surface.read(), text));
        return true;
      },
    }),
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
