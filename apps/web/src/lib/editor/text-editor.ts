import type { ComponentProps, RefObject } from "react";

/** Carries the steps of undo between a form's journal and its editor. */
export interface UndoNotes {
  /** As read from the journal: it could be anything. */
  kept: unknown;
  /** The steps to store with the text now; undefined until the editor has loaded. */
  take(): unknown;
  /** The editor says where they are from now on. */
  takeFrom(read: () => unknown): void;
}

export function undoNotes(kept: unknown): UndoNotes {
  let take: () => unknown = () => undefined;
  return {
    kept,
    take: () => take(),
    takeFrom(read) {
      take = read;
    },
  };
}

export interface TextEditorProps extends Omit<ComponentProps<"textarea">, "onChange" | "value" | "ref"> {
  name: string;
  value: string;
  maxLength: number;
  undo: UndoNotes;
  onText: (text: string) => void;
}

export interface EditorToolsProps extends TextEditorProps {
  root: RefObject<HTMLDivElement | null>;
  /** The plain box; null once the editor has taken its place. */
  box: RefObject<HTMLTextAreaElement | null>;
  isRich: boolean;
  /** Takes the plain box away. */
  onRich: () => void;
}
