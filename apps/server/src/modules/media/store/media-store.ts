import type { Readable } from "node:stream";
import type { ByteRange } from "../../../lib/byte-range.ts";
import type { Tally } from "../../../lib/tally.ts";

/** Facts about a complete file. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: Uint8Array;
  /** Its MIME type. */
  readonly type: string;
}

/** Reads finished media. Methods throw AppError `unavailable` within seconds if the store cannot be reached. */
export interface MediaReader {
  /** Streams a file or a part of it; null if there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** When a file was stored, by the store's own clock; null if there is no such file. */
  since(key: string): Promise<Date | null>;
  /** The names of all stored files, up to a thousand at a time. */
  list(): AsyncIterable<readonly string[]>;
}

/**
 * Stores finished media under their keys: in a folder, or in a bucket that several instances share. A file is stored
 * completely or not at all.
 */
export interface MediaStore extends MediaReader {
  /** A local folder in which files are received and created. */
  readonly incoming: string;
  /**
   * Takes a file from `incoming` and holds it where it survives this process, until it is placed or dropped.
   * @throws AppError storage_full, unavailable; nothing is held then
   */
  hold(key: string, path: string, facts: FileFacts): Promise<void>;
  /** Puts a held file under its key after its row has committed. Safe to repeat. */
  place(key: string): Promise<void>;
  /** Deletes a held file. */
  drop(key: string): Promise<void>;
  /**
   * Moves a local file from the same disk as `incoming` straight to its key; a file already there has the same content.
   */
  put(key: string, path: string, facts: FileFacts): Promise<void>;
  remove(key: string): Promise<void>;
  /**
   * @throws MediaUnusable if the store can never work with these settings; a store that is only down is a warning in
   * the log.
   */
  check(): Promise<void>;
  /** Failed external requests, by purpose. */
  readonly failures: Tally;
  close(): void;
}

/** The configured media store does not exist or refuses access. The message is one line without secrets. */
export class MediaUnusable extends Error {
  override readonly name = "MediaUnusable";
}

export const mediaName = /^[a-z0-9]{16,64}\.[a-z0-9]{2,5}$/;

/** Whether a name could be the key of one of Cairn's files. */
export const isMediaName = (name: string): boolean => mediaName.test(name);
