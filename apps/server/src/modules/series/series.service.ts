import {
  type ContentItem,
  isBlank,
  isOneLine,
  limits,
  type Series,
  type SeriesChange,
  type SeriesDraft,
  type SeriesPage,
  trimmed,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { noItem, type Preview } from "../../lib/share-preview.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import { seesUnpublished } from "../content/content.policy.ts";
import type { ContentService } from "../content/content.service.ts";
import { toViewer, type Viewer } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { canChangeSeries, canReadSeries } from "./series.policy.ts";
import {
  arrangeItems,
  countOfSeries,
  deleteSeriesRow,
  findSeries,
  findSeriesByTitle,
  finishedInSeries,
  insertSeries,
  itemsOfSeries,
  lockOwnItems,
  lockSeries,
  pageOfSeries,
  placeItem,
  renameSeries,
  type SeriesRow,
} from "./series.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  content: ContentService;
  rateLimits: RateLimits;
  clock: Clock;
}

/** A series; `isPublic`: it is what every reader gets. */
export interface ReadSeries {
  readonly series: Series;
  readonly isPublic: boolean;
}

/** Series (docs/rules.md#series). */
export function createSeriesService({ db, users, content, rateLimits, clock }: Dependencies) {
  async function read(row: SeriesRow, viewer: Viewer | null): Promise<ReadSeries> {
    const isPublic = !seesUnpublished(viewer, row.authorId);
    const ids = await itemsOfSeries(db.query, row.id, isPublic);
    const items = await (isPublic ? content.published(ids) : content.ofAuthor(ids));
    return { series: present(row, items), isPublic };
  }

  async function readById(id: number, viewer: Viewer | null): Promise<ReadSeries> {
    const row = await findSeries(db.query, id);
    if (!row || !canReadSeries(viewer, row)) throw new AppError("series_not_found");
    return read(row, viewer);
  }

  /** Locks a series that this viewer may change. @throws AppError for others, and if there is none. */
  async function lockOwn(tx: Transaction, viewer: Viewer, id: number) {
    const row = await lockSeries(tx, id);
    if (!row || !canReadSeries(viewer, row)) throw new AppError("series_not_found");
    ensure(canChangeSeries(viewer, row), "not_allowed");
    return row;
  }

  async function begin(
    tx: Transaction,
    authorId: number,
    title: string,
    description: string,
  ): Promise<number> {
    if ((await countOfSeries(tx, authorId)) >= limits.seriesOfAuthor) {
      throw fieldError("title", `You already have ${limits.seriesOfAuthor} series, which is the limit.`);
    }
    return insertSeries(tx, { authorId, title, description, createdAt: clock() });
  }

  return {
    /** @throws AppError series_not_found, also for others while none of its items is published. */
    get: async (bearer: Bearer | null, id: number): Promise<ReadSeries> =>
      readById(id, await users.viewerOf(bearer)),

    /** Ids of the published items that the member has finished (docs/rules.md#progress-in-a-series). @throws AppError series_not_found */
    async finished(bearer: Bearer, id: number): Promise<number[]> {
      const row = await findSeries(db.query, id);
      if (!row || !canReadSeries(await users.viewerOf(bearer), row)) throw new AppError("series_not_found");
      return finishedInSeries(db.query, id, bearer.userId);
    },

    /** The preview that a link to it shows; null while none of its items is published. */
    async preview(id: number): Promise<Preview | null> {
      const row = await findSeries(db.query, id);
      if (!row || row.publicItems === 0) return null;
      const { title, description, authorName, publicItems } = row;
      const posts = publicItems === 1 ? "One verified post" : `${publicItems} verified posts in their order`;
      return { ...noItem, title, description: description || `${posts}, by ${authorName}.` };
    },

    /** `isPublic`: the page is what every reader gets. */
    async list(
      bearer: Bearer | null,
      { user_id: authorId, cursor }: { user_id?: number | undefined; cursor?: string | undefined },
    ): Promise<SeriesPage & { readonly isPublic: boolean }> {
      const after = cursor === undefined ? null : decodeCursor(cursor);
      const viewer = authorId === undefined ? null : await users.viewerOf(bearer);
      const publicOnly = authorId === undefined || !seesUnpublished(viewer, authorId);
      const limit = limits.seriesPage + 1;
      const found = await pageOfSeries(db.query, { authorId, publicOnly, after, limit });
      const shown = found.slice(0, limits.seriesPage);
      const last = shown.at(-1);
      return {
        items: shown.map((row) => ({
          ...factsOf(row),
          count: publicOnly ? row.publicItems : row.items,
        })),
        next: last && found.length > shown.length ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
        isPublic: publicOnly,
      };
    },

    async create({ userId }: Bearer, draft: SeriesDraft): Promise<Series> {
      await rateLimits.take("changeByUser", String(userId));
      const author = await users.active(userId);
      const title = oneSpaced(draft.title);
      const description = trimmed(draft.description ?? "");
      const id = await db.transaction((tx) => begin(tx, author.id, title, description));
      return (await readById(id, toViewer(author))).series;
    },

    /** The author's series of this title, begun if there is none. @throws AppError invalid_input for a title too long. */
    async named(authorId: number, asked: string): Promise<number> {
      const title = oneSpaced(asked);
      if (isBlank(title) || title.length > limits.titleLength || !isOneLine(title)) {
        throw fieldError("series", `must have 1 to ${limits.titleLength} visible characters`);
      }
      return db.transaction(
        async (tx) => (await findSeriesByTitle(tx, authorId, title)) ?? begin(tx, authorId, title, ""),
      );
    },

    async change({ userId }: Bearer, id: number, change: SeriesChange): Promise<Series> {
      await rateLimits.take("changeByUser", String(userId));
      const viewer = await users.viewer(userId);
      const known = await findSeries(db.query, id);
      await db.transaction(async (tx) => {
        const { items } = change;
        // The author of a series never changes, so that its items can be locked before it.
        const own = items && known && (await lockOwnItems(tx, known.authorId, items));
        await lockOwn(tx, viewer, id);
        if (items && own?.length !== items.length) {
          throw fieldError("items", "must be items of the series' author");
        }
        if (items) await arrangeItems(tx, id, items);
        await renameSeries(tx, id, {
          ...(change.title !== undefined && { title: oneSpaced(change.title) }),
          ...(change.description !== undefined && { description: trimmed(change.description) }),
        });
      });
      return (await readById(id, viewer)).series;
    },

    /** Its items stay, in no series. */
    async remove({ userId }: Bearer, id: number): Promise<void> {
      await rateLimits.take("changeByUser", String(userId));
      const viewer = await users.viewer(userId);
      await db.transaction(async (tx) => {
        await lockOwn(tx, viewer, id);
        await deleteSeriesRow(tx, id);
      });
    },

    /**
     * Puts an item that this transaction has locked at the end of its author's series; null: into none. Returns
     * whether that changed anything. @throws AppError invalid_input for another series, or a full one.
     */
    async place(
      tx: Transaction,
      item: { readonly id: number; readonly authorId: number },
      seriesId: number | null,
    ): Promise<boolean> {
      if (seriesId === null) return placeItem(tx, item.id, null);
      const row = await lockSeries(tx, seriesId);
      if (row?.authorId !== item.authorId) throw fieldError("series", "is not one of your series");
      const isNew = await placeItem(tx, item.id, seriesId);
      if (isNew && row.items >= limits.seriesItems) {
        throw fieldError("series", `already has ${limits.seriesItems} posts, which is the limit`);
      }
      return isNew;
    },
  };
}
export type SeriesService = ReturnType<typeof createSeriesService>;

const oneSpaced = (text: string) => text.trim().replaceAll(/\s+/g, " ");

const factsOf = ({ id, title, description, authorId, authorName }: SeriesRow) => ({
  id,
  title,
  description,
  author: { id: authorId, name: authorName },
});

const present = (row: SeriesRow, items: readonly ContentItem[]): Series => ({
  ...factsOf(row),
  items: [...items],
});
