import {
  type ContentItem,
  limits,
  type ReadItem,
  type ReadingPlace,
  readingLimits,
  type SavedItem,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor, type Position } from "../../lib/cursor.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { ContentService } from "../content/content.service.ts";
import type { UserService } from "../users/users.service.ts";
import {
  deleteSaved,
  forgetPlaces,
  insertSaved,
  keepsHistory,
  placeIn,
  type ReadRow,
  readOf,
  savedOf,
  setKeepsHistory,
  unfinishedOf,
  writePlace,
} from "./reading.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  content: ContentService;
  rateLimits: RateLimits;
  clock: Clock;
}

interface Ask {
  readonly cursor?: string;
  readonly per_page?: number;
}

/** What a member saved, opened and left unfinished (docs/rules.md#reading-places). */
export function createReadingService({ db, users, content, rateLimits, clock }: Dependencies) {
  /** For every write. @throws AppError session_ended, too_many_requests. */
  async function ensureMayKeep({ userId }: Bearer): Promise<void> {
    await rateLimits.take("readingByUser", String(userId));
    await users.active(userId);
  }

  /** A page of a member's own list with the items that are still public; others are left out. */
  async function pageOf<Row extends Position, Shown>(
    { cursor, per_page: perPage = limits.libraryPage }: Ask,
    read: (part: { after: Position | null; limit: number }) => Promise<Row[]>,
    show: (item: ContentItem, row: Row) => Shown,
  ): Promise<{ items: Shown[]; next: string | null }> {
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const rows = await read({ after, limit: perPage + 1 });
    const last = rows.at(perPage - 1);
    return {
      items: await shown(rows.slice(0, perPage), show),
      next: last && rows.length > perPage ? encodeCursor(last) : null,
    };
  }

  async function shown<Row extends Position, Shown>(
    rows: readonly Row[],
    show: (item: ContentItem, row: Row) => Shown,
  ): Promise<Shown[]> {
    const items = await content.published(rows.map(({ id }) => id));
    const byId = new Map(items.map((item) => [item.id, item]));
    return rows.flatMap((row) => {
      const item = byId.get(row.id);
      return item ? [show(item, row)] : [];
    });
  }

  return {
    /** @throws AppError content_not_found for what is not published, list_full. */
    async save(bearer: Bearer, contentId: number, transact: Transact<{ saved: boolean }>) {
      await ensureMayKeep(bearer);
      return transact(async (tx) => {
        await content.ensurePublished(tx, contentId);
        const save = { userId: bearer.userId, contentId, at: clock(), most: readingLimits.saved };
        ensure(await insertSaved(tx, save), "list_full");
        return { saved: true };
      });
    },

    /** Also removes items that are no longer public. @throws AppError content_not_found. */
    async unsave(bearer: Bearer, contentId: number, transact: Transact<{ saved: boolean }>) {
      await ensureMayKeep(bearer);
      return transact(async (tx) => {
        const wasSaved = await deleteSaved(tx, bearer.userId, contentId);
        if (!wasSaved) await content.ensurePublished(tx, contentId);
        return { saved: false };
      });
    },

    saved: ({ userId }: Bearer, ask: Ask): Promise<{ items: SavedItem[]; next: string | null }> =>
      pageOf(
        ask,
        (part) => savedOf(db.query, userId, part),
        (item, { at }) => ({ ...item, saved_at: at.toISOString() }),
      ),

    async savedIds({ userId }: Bearer): Promise<number[]> {
      const rows = await savedOf(db.query, userId, { after: null, limit: readingLimits.saved });
      return rows.map(({ id }) => id);
    },

    /** @throws AppError content_not_found for what is not published. */
    async place({ userId }: Bearer, contentId: number): Promise<ReadingPlace> {
      const known = await placeIn(db.query, userId, contentId);
      if (!known) await db.transaction((tx) => content.ensurePublished(tx, contentId));
      return { position: known?.position ?? 0, seconds: known?.seconds ?? null };
    },

    /** `kept` is false while the history is switched off. @throws AppError content_not_found. */
    async move(bearer: Bearer, contentId: number, place: { position: number; seconds?: number | null }) {
      await ensureMayKeep(bearer);
      const { position, seconds = null } = place;
      const kept = await db.transaction(async (tx) => {
        await content.ensurePublished(tx, contentId);
        const moved = { userId: bearer.userId, contentId, position, seconds, at: clock() };
        return writePlace(tx, moved, readingLimits.history);
      });
      return { position, seconds, kept };
    },

    /** Begun and not finished. */
    async unfinished({ userId }: Bearer): Promise<ReadItem[]> {
      return shown(await unfinishedOf(db.query, userId, readingLimits.unfinished), presentRead);
    },

    async history({ userId }: Bearer, ask: Ask) {
      const [on, page] = await Promise.all([
        keepsHistory(db.query, userId),
        pageOf(ask, (part) => readOf(db.query, userId, part), presentRead),
      ]);
      return { on, ...page };
    },

    /** Off forgets what was kept. */
    async switchHistory(bearer: Bearer, on: boolean): Promise<{ on: boolean }> {
      await ensureMayKeep(bearer);
      await db.transaction(async (tx: Transaction) => {
        // First: it locks the row that a place being kept meanwhile reads.
        await setKeepsHistory(tx, bearer.userId, on);
        if (!on) await forgetPlaces(tx, bearer.userId);
      });
      return { on };
    },

    async clear(bearer: Bearer): Promise<void> {
      await ensureMayKeep(bearer);
      await forgetPlaces(db.query, bearer.userId);
    },

    /** @throws AppError content_not_found for what the member did not open. */
    async forget(bearer: Bearer, contentId: number): Promise<void> {
      await ensureMayKeep(bearer);
      const forgotten = await forgetPlaces(db.query, bearer.userId, contentId);
      if (forgotten === 0) throw new AppError("content_not_found");
    },
  };
}
export type ReadingService = ReturnType<typeof createReadingService>;

const presentRead = (item: ContentItem, { position, seconds, at }: ReadRow): ReadItem => ({
  ...item,
  position,
  seconds,
  read_at: at.toISOString(),
});
