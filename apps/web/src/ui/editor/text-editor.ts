import type { ComponentProps, RefObject } from "react";
import type { UndoNotes } from "../../lib/forms/undo-notes.ts";
import type { Store } from "../../lib/store.ts";

export interface TextEditorProps extends Omit<ComponentProps<"textarea">, "onChange" | "value" | "ref"> {
  name: string;
  value: string;
  maxLength: number;
  undo: UndoNotes;
  /** When the text was last stored on this device, as ISO 8601; null: it is not. */
  savedAt: Store<string | null>;
  /** What a full screen shows above the text: whose text it is, and the button that sends its form. */
  head: { title: string; submit: string };
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
