import { type FunctionComponent, lazy, Suspense, useRef, useState } from "react";
import { TextArea } from "../TextInput.tsx";
import * as css from "./editor.module.css";
import type { EditorToolsProps, TextEditorProps } from "./text-editor.ts";

// Lazy: the plain box is enough to start with, and stays if this does not load.
const EditorTools = lazy<FunctionComponent<EditorToolsProps>>(() =>
  import("./EditorTools.tsx").then(
    (tools) => ({ default: tools.EditorTools }),
    () => ({ default: () => null }),
  ),
);

/**
 * A box for a long text in Markdown, within a Field. On wide screens an editor takes the place of the plain box once it
 * has loaded.
 */
export function TextEditor(props: TextEditorProps) {
  const { undo, savedAt, head, onText, ...rest } = props;
  const [isRich, setRich] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={css.root} ref={root}>
      <div className={css.bar} />
      {!isRich && (
        <TextArea
          {...rest}
          ref={box}
          className={css.box}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
      <Suspense>
        <EditorTools {...props} root={root} box={box} isRich={isRich} onRich={() => setRich(true)} />
      </Suspense>
    </div>
  );
}
