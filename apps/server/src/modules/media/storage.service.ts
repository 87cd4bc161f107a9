import type { Database, Queries, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import { Tally } from "../../lib/tally.ts";
import { lockCount, type StoredBytes, storedBytes } from "./storage.repository.ts";

interface Dependencies {
  readonly db: Database;
  /** Bytes; null: limited only by the disk. */
  readonly memberStorageBytes: number | null;
  readonly siteStorageBytes: number | null;
}

/** An upload in flight, counted before it is stored. */
export interface Receiving {
  /** @throws AppError quota_exceeded, storage_full if there is no room for these bytes too. */
  add(bytes: number): void;
  end(): void;
}

/** Pictures that several items show are copied for each. */
const slackOfCopy = 64 * 1024 * 1024;

/** How much a member and the site may store (docs/rules.md#quotas). */
export function createStorageService({ db, memberStorageBytes, siteStorageBytes }: Dependencies) {
  const refusals = new Tally();
  const receivingBy = new Map<number, number>();
  let receiving = 0;

  function ensureOwnRoom({ member }: StoredBytes): void {
    if (memberStorageBytes === null || member <= memberStorageBytes) return;
    refusals.add("member");
    throw new AppError("quota_exceeded", { sentence: quotaSentence(memberStorageBytes) });
  }

  function ensureRoom(stored: StoredBytes): void {
    ensureOwnRoom(stored);
    const { site } = stored;
    if (siteStorageBytes !== null && site > siteStorageBytes) {
      refusals.add("site");
      throw new AppError("storage_full");
    }
  }

  return {
    refusals,

    /**
     * Starts receiving a form from this member. Uploads in flight count as if they were stored, so that concurrent
     * forms cannot fill the disk together.
     * @throws AppError quota_exceeded, storage_full if there is no room for a single byte.
     */
    async receive(userId: number): Promise<Receiving> {
      const stored = await storedBytes(db.query, userId);
      let own = 0;
      const count = (bytes: number) => {
        own += bytes;
        receiving += bytes;
        receivingBy.set(userId, (receivingBy.get(userId) ?? 0) + bytes);
      };
      const add = (bytes: number) => {
        count(bytes);
        try {
          ensureRoom({
            member: stored.member + (receivingBy.get(userId) ?? 0),
            site: stored.site + receiving,
          });
        } catch (error) {
          // A refused upload stops counting against the others in flight.
          count(-own);
          throw error;
        }
      };
      ensureRoom({ member: stored.member + 1, site: stored.site + 1 });
      return {
        add,
        end() {
          count(-own);
          if (receivingBy.get(userId) === 0) receivingBy.delete(userId);
        },
      };
    },

    /** All bytes that are kept, and the most that may be; null: limited only by the disk. */
    used: async (): Promise<{ bytes: number; most: number | null }> => ({
      bytes: (await storedBytes(db.query, null)).site,
      most: siteStorageBytes,
    }),

    /** The bytes that a copy of all of a member's work may have, where `copied` are those of the copies that there are. */
    async mostOfCopy(userId: number, copied: number): Promise<number> {
      const { member, site } = await storedBytes(db.query, userId);
      return Math.min(2 * member + slackOfCopy, (siteStorageBytes ?? Infinity) - site - receiving - copied);
    },

    /**
     * Locks a member's count until the transaction ends. A transaction that writes an item takes this lock first, or right after
     * locking the item: the counts of items and the places in series come later, so that no two transactions wait for
     * one another.
     */
    hold: lockCount,

    /**
     * Checks that what this transaction added fits. Adding it locked the counts, so no one else can add anything of this
     * member's before the transaction ends. null: nobody's files. @throws AppError quota_exceeded, storage_full.
     */
    async ensureFits(tx: Transaction, userId: number | null): Promise<void> {
      ensureRoom(await storedBytes(tx, userId));
    },

    /** Checks that a member has room for texts, which take none of the site's. @throws AppError quota_exceeded */
    async ensureMayWrite(db: Queries, userId: number): Promise<void> {
      ensureOwnRoom(await storedBytes(db, userId));
    },
  };
}
export type StorageService = ReturnType<typeof createStorageService>;

const quotaSentence = (bytes: number) =>
  `This would exceed your storage of ${Math.floor(bytes / 1024 / 1024)} MB. Delete comments or drafts with files, or ask an admin for more.`;
