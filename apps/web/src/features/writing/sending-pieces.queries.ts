import type { ContentItem } from "@cairn/contract";
import { ApiError } from "../../lib/api/api-error.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { endPieces, sendPieces } from "../../lib/api/send-pieces.ts";

/** A file that is sent in pieces, before its item has it. */
export interface SentPieces {
  /** The id of the upload. */
  upload: string;
  /** All of it has arrived. */
  isWhole: boolean;
}

/** Stores how far the file has come. */
export interface PiecesStore {
  read: () => SentPieces | null;
  store: (sent: SentPieces) => void;
}

interface Sending {
  pieces?: PiecesStore;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Sends the file, and then the item with its upload. */
export async function sendPiecesFirst(
  file: File,
  sendItem: (upload: string) => Promise<ContentItem>,
  { pieces, signal, onProgress }: Sending,
): Promise<ContentItem> {
  const sent = pieces?.read();
  if (sent?.isWhole) {
    try {
      // Before the upload is looked for: if the item has it already and only the answer got lost, the upload is gone.
      return await sendItem(sent.upload);
    } catch (error) {
      if (!(error instanceof ApiError && missingPieces.has(error.code))) throw error;
    }
  }
  const upload = await sendPieces(file, {
    begun: sent?.upload,
    onBegun: (id) => pieces?.store({ upload: id, isWhole: false }),
    signal,
    onProgress,
  });
  pieces?.store({ upload, isWhole: true });
  return sendItem(upload);
}

const missingPieces: ReadonlySet<string> = new Set(["upload_not_found", "upload_incomplete"]);

/** Deletes what has arrived of a file that its author took back. */
export const dropPieces = endPieces;
