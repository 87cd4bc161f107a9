import type { Readable } from "node:stream";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { ByteRange } from "../../lib/byte-range.ts";
import type { Clock } from "../../lib/clock.ts";
import type { IncomingFiles } from "./incoming-files.ts";
import { createIntake, type HeldFile } from "./intake.ts";
import {
  deleteMedia,
  deleteUnusedMedia,
  eraseUndecidedMedia,
  findMedia,
  insertMedia,
  isPublishedMedia,
  keptKeys,
  type StoredMedia,
} from "./media.repository.ts";
import type { MediaAddresses } from "./media-addresses.ts";
import type { PictureProcess } from "./pictures/picture-process.ts";
import type { MediaStore } from "./store/media-store.ts";

interface Dependencies {
  db: Database;
  addresses: MediaAddresses;
  files: IncomingFiles;
  store: MediaStore;
  pictures: PictureProcess;
  clock: Clock;
}

const hour = 60 * 60 * 1000;
/** Older rows without a use have been looked for often enough. */
const searched = 30 * 24 * hour;

export function createMediaService({ db, addresses, files, store, pictures, clock }: Dependencies) {
  const intake = createIntake({ files, store, pictures });
  const ago = (span: number) => new Date(clock().getTime() - span);

  /** Puts a held file into place if its row is there, else lets it go. */
  async function settle(key: string): Promise<void> {
    if (await findMedia(db.query, key)) await store.place(key);
    else await store.drop(key);
  }

  /** Finishes what a crash interrupted: a file whose row was committed goes to its place. */
  async function recover(): Promise<void> {
    const waiting = await files.names();
    for (const key of await keptKeys(db.query, waiting)) await store.place(key);
  }

  const isOld = (since: Date | null, before: Date) => since !== null && since < before;

  return {
    /**
     * What is known of the file under `key`, and whether anybody may keep it.
     * @throws AppError not_found for what is not published, unless the address was signed.
     */
    async find(
      key: string,
      { expires = "", signature = "" }: { expires?: string; signature?: string },
    ): Promise<{ file: StoredMedia; published: boolean }> {
      const file = await findMedia(db.query, key);
      const published = file !== null && (await isPublishedMedia(db.query, key));
      if (!file || !(published || addresses.isSigned(key, expires, signature, clock())))
        throw new AppError("not_found");
      return { file, published };
    },

    /** A file that was found, or a part of it. @throws AppError not_found where its bytes are gone; unavailable */
    async read(key: string, range?: ByteRange): Promise<Readable> {
      const content = await store.open(key, range);
      if (content === null) throw new AppError("not_found");
      return content;
    },

    /** Whether a file that was found could be read. @throws the same */
    async ensureReadable(key: string): Promise<void> {
      ensure((await store.since(key)) !== null, "not_found");
    },

    take: intake.take,
    takeAvatar: intake.takeAvatar,

    /**
     * Runs `work`, whose transaction adds the rows of held files, and puts the files into place once it has
     * committed: a file is never under its final name without its row.
     */
    async keep<Result>(held: readonly HeldFile[], work: () => Promise<Result>): Promise<Result> {
      try {
        const result = await work();
        for (const { key } of held) await store.place(key);
        return result;
      } catch (error) {
        // A commit whose answer was lost may have happened. Where the row cannot be read either, the sweep will.
        for (const { key } of held) await settle(key).catch(() => {});
        throw error;
      }
    },

    async add(tx: Transaction, held: readonly HeldFile[]): Promise<void> {
      const createdAt = clock();
      for (const file of held) await insertMedia(tx, { ...file, createdAt });
    },

    /** Forgets files that nothing names any more. Their bytes go with `removeFiles`, after the commit. */
    forget: deleteMedia,

    /**
     * The same for the files of an item that its author took back, as far as no row of the ledger quotes them;
     * answers their keys.
     */
    eraseUndecided: (tx: Transaction, contentId: number): Promise<string[]> =>
      eraseUndecidedMedia(tx, contentId, clock()),

    /** What cannot be removed now goes with the sweep: nothing names it any more. */
    async removeFiles(keys: readonly string[]): Promise<void> {
      for (const key of keys) await store.remove(key).catch(() => {});
    },

    recover,

    /** Removes what nobody came back for within an hour: parts of files, rows without a use, files without a row. */
    async sweep(): Promise<void> {
      const before = ago(hour);
      await recover();
      for (const name of await files.names()) {
        if (await files.isOlder(name, before)) await files.remove(name);
      }
      await deleteUnusedMedia(db.query, ago(searched), before);
      for await (const names of store.list()) {
        const kept = await keptKeys(db.query, names);
        for (const name of names.filter((name) => !kept.has(name))) {
          if (isOld(await store.since(name), before)) await store.remove(name);
        }
      }
    },
  };
}
export type MediaService = ReturnType<typeof createMediaService>;
