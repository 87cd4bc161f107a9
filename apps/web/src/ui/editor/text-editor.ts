import type { ComponentProps, RefObject } from "react";
import type { UndoNotes } from "../../lib/forms/undo-notes.ts";

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
