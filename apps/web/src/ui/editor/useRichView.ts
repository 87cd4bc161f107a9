import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { useFieldControl } from "../Field.tsx";
import type { EditorOptions, TextView } from "./code-mirror.ts";
import type { TextEditorProps } from "./text-editor.ts";

interface RichViewOptions extends Pick<TextEditorProps, "value" | "maxLength" | "undo" | "onText"> {
  placeholder: string | undefined;
  readOnly: boolean;
  /** The surrounding field's ids: its label and note do not apply to the editor by themselves. */
  field: ReturnType<typeof useFieldControl>;
  box: RefObject<HTMLTextAreaElement | null>;
  /** Takes the plain box away and renders the host. */
  onRich: () => void;
  /** Called with the text that is full. */
  onFull: (text: string) => void;
  onPaste: EditorOptions["onPaste"];
  onDrop: EditorOptions["onDrop"];
}

/** On a narrow screen or for a finger, the system's own box with its own selection is the better one. */
const wantsRich = () =>
  typeof window.matchMedia === "function" &&
  window.matchMedia("(width >= 900px) and (pointer: fine)").matches;

const wordsOf = (id: string | undefined) =>
  (id ? document.getElementById(id)?.textContent : undefined) ?? undefined;

/** Loads the editor where it helps and puts it in the place of the plain box, with its text, caret and focus. */
export function useRichView(options: RichViewOptions) {
  const { value, readOnly, field, box } = options;
  const { id, "aria-describedby": noteId, "aria-invalid": isInvalid = false } = field;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<TextView | null>(null);
  /** What the editor has said and React has not rendered yet; any other value comes from outside. */
  const reported = useRef<string[]>([]);

  const report = useEffectEvent((next: string) => {
    reported.current.push(next);
    // The form stores the text at once; drawing it gives way to a key press.
    startTransition(() => options.onText(next));
  });
  const paste = useEffectEvent(options.onPaste);
  const drop = useEffectEvent(options.onDrop);
  const takeOver = useEffectEvent((create: (options: EditorOptions) => TextView) => {
    const area = box.current;
    if (!area) return;
    const { value: text, selectionStart, selectionEnd, selectionDirection, scrollTop } = area;
    const isBackward = selectionDirection === "backward";
    const hasFocus = document.activeElement === area;
    // At once, so that no key press falls between the two.
    flushSync(options.onRich);
    if (!host.current) return;
    reported.current = [text];
    const created = create({
      host: host.current,
      label: document.querySelector(`label[for="${id}"]`)?.textContent ?? "",
      text,
      placeholder: options.placeholder,
      maxLength: options.maxLength,
      undo: options.undo.kept,
      selection: hasFocus
        ? {
            anchor: isBackward ? selectionEnd : selectionStart,
            head: isBackward ? selectionStart : selectionEnd,
          }
        : undefined,
      scrollTop,
      isReadOnly: readOnly,
      isInvalid,
      note: wordsOf(noteId),
      onText: (next) => report(next),
      onFull: (full) => options.onFull(full),
      onPaste: (event) => paste(event),
      onDrop: (event) => drop(event),
    });
    options.undo.takeFrom(created.undo);
    if (hasFocus) created.focus();
    flushSync(() => setView(created));
  });

  useEffect(() => {
    const area = box.current;
    if (!area || !wantsRich()) return;
    let isComposing = false;
    let isGone = false;
    const setComposing = ({ type }: Event) => {
      isComposing = type === "compositionstart";
    };
    area.addEventListener("compositionstart", setComposing);
    area.addEventListener("compositionend", setComposing);
    import("./code-mirror.ts").then(
      ({ createTextView }) => {
        if (isGone) return;
        if (isComposing)
          area.addEventListener("compositionend", () => setTimeout(() => takeOver(createTextView)), {
            once: true,
          });
        else takeOver(createTextView);
      },
      // The plain box stays.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [box]);

  useEffect(() => () => view?.destroy(), [view]);

  useLayoutEffect(() => {
    if (!view) return;
    const text = value.replace(/\r\n?/g, "\n");
    const index = reported.current.indexOf(text);
    if (index >= 0) {
      reported.current.splice(0, index);
    } else {
      reported.current = [text];
      view.replaceText(text);
    }
  }, [view, value]);

  useEffect(() => {
    view?.setFacts({ isReadOnly: readOnly, isInvalid, note: wordsOf(noteId) });
  }, [view, readOnly, isInvalid, noteId]);

  return { host, view };
}
