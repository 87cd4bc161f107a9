import type { ComponentProps, RefObject } from "react";

/** Carries the steps of undo between a form's journal and its editor. */
export interface UndoNotes {
  /** As read from the journal: it could be anything. */
  kept: unknown;
  /** The steps to store with the text now; replaced by the editor once it has loaded. */
  take: () => unknown;
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
