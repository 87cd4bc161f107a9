import type { Readable } from "node:stream";
import type { ByteRange } from "../../../lib/byte-range.ts";
import type { Tally } from "../../../lib/tally.ts";

/** What is known of a whole file. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: Uint8Array;
  /** Its MIME type. */
  readonly type: string;
}

/** Where finished media can be read. Whoever cannot reach it throws AppError `unavailable` within seconds. */
export interface MediaReader {
  /** A file or a part of it, as fast as it is read; null where there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** When a file came there, by the store's own clock; null where there is no such file. */
  since(key: string): Promise<Date | null>;
  /** The names of all that is stored, up to a thousand at a time. */
  list(): AsyncIterable<readonly string[]>;
}

/**
 * Where finished media are kept under their keys: a folder, or a bucket that several instances share. A file is there
 * whole or not at all.
 */
export interface MediaStore extends MediaReader {
  /** A folder of this machine's in which files are received and made. */
  readonly incoming: string;
  /**
   * Takes a file of `incoming` and keeps it where it outlives this process, until it is placed or dropped.
   * @throws AppError storage_full, unavailable; nothing is kept then
   */
  hold(key: string, path: string, facts: FileFacts): Promise<void>;
  /** Puts a held file under its key, now that its row is there. Safe to repeat. */
  place(key: string): Promise<void>;
  /** Lets a held file go. */
  drop(key: string): Promise<void>;
  /** Takes a local file on the same disk as `incoming` straight to its key; what lies there already is the same. */
  put(key: string, path: string, facts: FileFacts): Promise<void>;
  remove(key: string): Promise<void>;
  /** @throws MediaUnusable where it never will be usable as it is set; one that is only away is a warning in the log. */
  check(): Promise<void>;
  /** Requests to the outside that failed, by what they were for. */
  readonly failures: Tally;
  close(): void;
}

/** What was set as the place of media is not there, or refuses us. The message is one line without a secret. */
export class MediaUnusable extends Error {
  override readonly name = "MediaUnusable";
}

const mediaName = /^[a-z0-9]{16,64}\.[a-z0-9]{2,5}$/;

/** Whether a name could be a key of a file of ours. */
export const isMediaName = (name: string): boolean => mediaName.test(name);
