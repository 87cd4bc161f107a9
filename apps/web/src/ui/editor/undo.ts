import { historyField } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";

/** The steps of undo of a text, as data. */
export interface KeptUndo {
  /** Fingerprint of the text after these steps; they fit no other text. */
  fingerprint: string;
  /** In CodeMirror's JSON format. */
  history: { done: readonly unknown[]; undone: readonly unknown[] };
  selection: unknown;
}

/** In characters of JSON, for each direction; the steps farthest away are left out beyond it. */
const undoLength = 200_000;
/** In steps. Serialising more would be felt while typing. */
const undoSteps = 200;

/** FNV-1a over the UTF-16 units, with the length: tells texts apart that are both the author's own. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}.${(hash >>> 0).toString(36)}`;
}

/** Undefined if nothing can be undone or done again. */
export function writeUndo(state: EditorState): KeptUndo | undefined {
  const { history, selection } = state.toJSON({ history: historyField });
  const done = nextSteps(history.done);
  const undone = nextSteps(history.undone);
  if (done.length === 0 && undone.length === 0) return undefined;
  return { fingerprint: fingerprintOf(state.doc.toString()), history: { done, undone }, selection };
}

/** The steps that come first, which stand last, within the bounds. */
function nextSteps(all: readonly unknown[]): readonly unknown[] {
  let steps = all.slice(-undoSteps);
  while (steps.length > 0 && JSON.stringify(steps).length > undoLength)
    steps = steps.slice(Math.ceil(steps.length / 2));
  return steps;
}

/** The state of a text, with the steps of undo where they belong to it. What was kept could be anything. */
export function readUndo(text: string, kept: unknown, extensions: Extension): EditorState {
  const fresh = EditorState.create({ doc: text, extensions });
  if (typeof kept !== "object" || kept === null) return fresh;
  const { fingerprint, history, selection } = kept as Partial<Record<keyof KeptUndo, unknown>>;
  const doc = fresh.doc.toString();
  if (fingerprint !== fingerprintOf(doc)) return fresh;
  try {
    return EditorState.fromJSON({ doc, selection, history }, { extensions }, { history: historyField });
  } catch {
    // Written by another version.
    return fresh;
  }
}
