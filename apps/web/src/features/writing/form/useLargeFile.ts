import { useState } from "react";
import { isSentInPieces } from "../../../lib/file-rules.ts";
import { isObject, storedText } from "../../../lib/storage.ts";
import { createStore, useStore } from "../../../lib/store.ts";
import type { SentPieces } from "../sending-pieces.queries.ts";

/** What the journal keeps of a file that is sent in pieces. */
export interface LargeFile {
  name: string;
  size: number;
  lastModified: number;
  /** Null: nothing was sent yet. */
  sent: SentPieces | null;
}

/**
 * A form's file that is sent in pieces. The journal does not keep the file itself: after a reload its author chooses it
 * again, and only the rest of it is sent. `stored`: from the journal.
 */
export function useLargeFile(stored: unknown) {
  const [large] = useState(() => createStore(readLargeFile(stored)));

  /** Its smaller film, if it is one that was made on this device, is not needed any more. */
  function dropMade() {
    const known = large.get();
    if (known) void import("./made-films.ts").then(({ dropMadeFilm }) => dropMadeFilm(known)).catch(() => {});
  }

  return {
    /** Null: the form has no such file. */
    known: useStore(large),
    read: large.get,
    choose(file: File | null) {
      const known = large.get();
      if (known && file && isSameFile(known, file)) return;
      dropMade();
      if (known?.sent) void drop(known.sent);
      if (!file || !isSentInPieces(file)) return large.set(null);
      const { name, size, lastModified } = file;
      large.set({ name, size, lastModified, sent: null });
    },
    dropMade,
    setSent(sent: SentPieces) {
      const known = large.get();
      if (known) large.set({ ...known, sent });
    },
  };
}

/** Deletes what has arrived of it; if that fails, the server does so within a day. */
const drop = ({ upload }: SentPieces) =>
  import("../sending-pieces.queries.ts").then(({ dropPieces }) => dropPieces(upload)).catch(() => {});

export const isSameFile = (known: LargeFile, file: File): boolean =>
  known.name === file.name && known.size === file.size && known.lastModified === file.lastModified;

function readLargeFile(stored: unknown): LargeFile | null {
  if (!isObject(stored)) return null;
  const { name, size, lastModified, sent } = stored;
  if (!storedText(name)) return null;
  return {
    name: storedText(name),
    size: Number(size),
    lastModified: Number(lastModified),
    sent: isObject(sent) ? { upload: storedText(sent.upload), isWhole: sent.isWhole === true } : null,
  };
}
