import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
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
import type { MediaFiles } from "./media-files.ts";
import type { PictureProcess } from "./pictures/picture-process.ts";

interface Dependencies {
  db: Database;
  addresses: MediaAddresses;
  files: MediaFiles;
  pictures: PictureProcess;
  clock: Clock;
}

const hour = 60 * 60 * 1000;
/** Older rows without a use have been looked for often enough. */
const searched = 30 * 24 * hour;
const batch = 500;

export function createMediaService({ db, addresses, files, pictures, clock }: Dependencies) {
  const intake = createIntake(files, pictures);
  const ago = (span: number) => new Date(clock().getTime() - span);

  /** Puts a waiting file into place if its row is there, else lets it go. */
  async function settle(key: string): Promise<void> {
    if (await findMedia(db.query, key)) await files.place(key);
    else await files.drop(key);
  }

  return {
    /**
     * The file under `key`, and whether anybody may keep it.
     * @throws AppError not_found for what is not published, unless the address was signed.
     */
    async open(
      key: string,
      { expires = "", signature = "" }: { expires?: string; signature?: string },
    ): Promise<{ file: StoredMedia; published: boolean }> {
      const file = await findMedia(db.query, key);
      const published = file !== null && (await isPublishedMedia(db.query, key));
      if (!file || !(published || addresses.isSigned(key, expires, signature, clock())))
        throw new AppError("not_found");
      return { file, published };
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
        for (const { key } of held) await files.place(key);
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

    async removeFiles(keys: readonly string[]): Promise<void> {
      for (const key of keys) await files.remove(key);
    },

    /** Finishes what a crash interrupted: a file whose row was committed goes to its place. */
    async recover(): Promise<void> {
      const waiting = await files.waiting();
      for (const key of await keptKeys(db.query, waiting)) await files.place(key);
    },

    /** Removes what nobody came back for within an hour: parts of files, rows without a use, files without a row. */
    async sweep(): Promise<void> {
      const before = ago(hour);
      await this.recover();
      for (const name of await files.waiting()) {
        if (await files.isWaitingSince(name, before)) await files.drop(name);
      }
      await deleteUnusedMedia(db.query, ago(searched), before);
      const stored = await files.stored();
      for (let start = 0; start < stored.length; start += batch) {
        const names = stored.slice(start, start + batch);
        const kept = await keptKeys(db.query, names);
        for (const name of names.filter((name) => !kept.has(name))) {
          if (await files.isStoredSince(name, before)) await files.remove(name);
        }
      }
    },
  };
}
export type MediaService = ReturnType<typeof createMediaService>;
