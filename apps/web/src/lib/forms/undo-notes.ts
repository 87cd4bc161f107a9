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
