import type { Readable } from "node:stream";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { ByteRange } from "../../lib/byte-range.ts";
import type { Clock } from "../../lib/clock.ts";
import type { IncomingFiles, ReceivedFile } from "./incoming-files.ts";
import { checkBeginning, checkDeclared, createIntake, type HeldFile } from "./intake.ts";
import {
  deleteMedia,
  deleteUnusedFirst,
  deleteUnusedMedia,
  eraseUndecidedMedia,
  findMedia,
  holdFiles,
  insertMedia,
  isMadePicture,
  isPublishedMedia,
  isTakenDownSince,
  keptKeys,
  type StoredMedia,
} from "./media.repository.ts";
import type { MediaAddresses, MediaSignature } from "./media-addresses.ts";
import type { PictureProcess } from "./pictures/picture-process.ts";
import type { StorageService } from "./storage.service.ts";
import type { MediaStore } from "./store/media-store.ts";
import { checkFiles } from "./stored-file-check.ts";

interface Dependencies {
  db: Database;
  addresses: MediaAddresses;
  files: IncomingFiles;
  store: MediaStore;
  pictures: PictureProcess;
  storage: Pick<StorageService, "ensureFits">;
  clock: Clock;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** The sweep looks for unused rows up to this age; older ones have been checked often enough. */
const searched = 30 * day;
/** How long an unused picture is kept (docs/rules.md#pictures-in-texts), and unused captions. */
const pictureWaits = 30 * day;

export function createMediaService({ db, addresses, files, store, pictures, storage, clock }: Dependencies) {
  const intake = createIntake({ files, store, pictures });
  const ago = (span: number) => new Date(clock().getTime() - span);

  /** Puts a held file into place if its row exists; otherwise drops it. */
  async function settle(key: string): Promise<void> {
    if (await findMedia(db.query, key)) await store.place(key);
    else await store.drop(key);
  }

  /** The sweep settles what cannot be settled now. */
  async function drop(held: readonly HeldFile[]): Promise<void> {
    for (const { key } of held) await settle(key).catch(() => {});
  }

  /** Completes what a crash interrupted: puts files with a committed row into place. */
  async function recover(): Promise<void> {
    const waiting = await files.names();
    for (const key of await keptKeys(db.query, waiting)) await store.place(key);
  }

  /** Removes files that a crash left in the incoming folder, if they are older than this moment; null: all of them. */
  async function removeLeftOvers(before: Date | null): Promise<void> {
    for (const name of await files.names()) {
      if (before === null || (await files.isOlder(name, before))) await files.remove(name);
    }
  }

  /**
   * A rendition has no owner: it takes the site's space.
   * @throws AppError quota_exceeded, storage_full if the files exceed the quota of their owner or of the site.
   */
  async function add(
    tx: Transaction,
    held: readonly HeldFile[],
    ownerId: number | null,
    renditionOf: string | null = null,
  ): Promise<void> {
    const createdAt = clock();
    for (const file of held) await insertMedia(tx, { ...file, createdAt, ownerId, renditionOf });
    if (held.length > 0) await storage.ensureFits(tx, ownerId);
  }

  /** A file that is sent before the item that will have it; without one it goes after 30 days. @throws AppError like `add` */
  async function addFirst(
    tx: Transaction,
    file: HeldFile & { readonly renditionWidths?: number[] },
    ownerId: number,
  ): Promise<void> {
    await insertMedia(tx, { ...file, createdAt: clock(), ownerId, comesFirst: true });
    await storage.ensureFits(tx, ownerId);
  }

  const isOld = (since: Date | null, before: Date) => since !== null && since < before;

  return {
    /**
     * The facts about the file under `key`, and whether it is published.
     * @throws AppError not_found for a file that is not published, unless its address was signed and its item was not
     * taken down since.
     */
    async find(key: string, signature: MediaSignature): Promise<{ file: StoredMedia; published: boolean }> {
      const file = await findMedia(db.query, key);
      if (!file) throw new AppError("not_found");
      const shown = file.renditionOf ?? key;
      const published = await isPublishedMedia(db.query, shown);
      if (!published) {
        const signedAt = addresses.signedAt(key, signature, clock());
        ensure(signedAt && !(await isTakenDownSince(db.query, shown, signedAt)), "not_found");
      }
      return { file, published };
    },

    /** Reads a file that was found, or a part of it. @throws AppError not_found if its bytes are gone; unavailable */
    async read(key: string, range?: ByteRange): Promise<Readable> {
      const content = await store.open(key, range);
      if (content === null) throw new AppError("not_found");
      return content;
    },

    /** Checks that a file that was found can be read. @throws AppError like `read` */
    async ensureReadable(key: string): Promise<void> {
      ensure((await store.since(key)) !== null, "not_found");
    },

    check: intake.check,
    checkDeclared,
    checkBeginning,
    checkAvatar: intake.checkAvatar,
    checkPoster: intake.checkPoster,

    /** For files that are held before it is known whether others can be. */
    drop,

    /** A picture for a text. One that was made here before keeps its bytes for every member who sends it (docs/rules.md#pictures-encoded-once). */
    checkTextPicture: async (memberId: number, file: ReceivedFile): Promise<HeldFile[]> =>
      intake.checkTextPicture(memberId, file, await isMadePicture(db.query, file.sha256)),

    makeRenditions: intake.makeRenditions,

    /**
     * Puts held files into place after `transaction`, which adds their rows, has committed; drops them if it failed. A
     * file never has its final name without its row.
     */
    async commit<Result>(held: readonly HeldFile[], transaction: Promise<Result>): Promise<Result> {
      try {
        const result = await transaction;
        for (const { key } of held) await store.place(key);
        return result;
      } catch (error) {
        // The commit may have happened although its answer was lost.
        await drop(held);
        throw error;
      }
    },

    add,

    /** A picture for a text and its smaller files. @throws AppError like `add` */
    async addTextPicture(tx: Transaction, [picture, ...smaller]: readonly HeldFile[], ownerId: number) {
      if (!picture) throw new Error("a picture for a text was not made");
      const renditionWidths = [...new Set(smaller.map(({ width }) => width ?? 0))];
      await addFirst(tx, { ...picture, renditionWidths }, ownerId);
      await add(tx, smaller, null, picture.key);
      return picture;
    },

    addFirst,
    /** Which of these files are there; the sweep leaves them alone until the transaction has ended. */
    hold: holdFiles,
    holdCaptions: intake.holdCaptions,

    /**
     * Deletes the rows of files that nothing refers to any more. `removeFiles` removes their bytes after the commit.
     */
    forget: deleteMedia,

    /**
     * Marks the files of an item that its author withdrew as erased, unless a row of the ledger quotes them; answers
     * their keys.
     */
    eraseUndecided: (tx: Transaction, contentId: number): Promise<string[]> =>
      eraseUndecidedMedia(tx, contentId, clock()),

    /** The sweep removes what cannot be removed now: nothing refers to it any more. */
    async removeFiles(keys: readonly string[]): Promise<void> {
      for (const key of keys) await store.remove(key).catch(() => {});
    },

    recover,

    /** For the operator: checks every file against its row. */
    checkFiles: () => checkFiles(db, store),

    /**
     * Handles files that a killed process left in the incoming folder, at startup. `alone`: no other process receives
     * files in this folder, so none of them can still be in use.
     */
    async settleLeftOvers({ alone }: { alone: boolean }): Promise<void> {
      await recover();
      await removeLeftOvers(alone ? null : ago(hour));
    },

    /** Removes leftovers that are older than an hour: partial files, unused rows, files without a row. */
    async sweep(): Promise<void> {
      const before = ago(hour);
      await recover();
      await removeLeftOvers(before);
      await db.transaction((tx) => deleteUnusedMedia(tx, ago(searched), before));
      const [since, until] = [ago(pictureWaits + searched), ago(pictureWaits)];
      await db.transaction((tx) => deleteUnusedFirst(tx, since, until));
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
