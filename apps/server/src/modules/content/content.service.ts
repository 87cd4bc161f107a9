import {
  type ContentDetail,
  type ContentItem,
  type ContentListQuery,
  type ContentType,
  limits,
} from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor, type Place } from "../../lib/cursor.ts";
import { plainText } from "../../lib/markdown.ts";
import type { Preview } from "../../plugins/share-preview.ts";
import type { Bearer } from "../auth/sessions.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import { isVerifiedAdmin, type UserService } from "../users/users.service.ts";
import { canRead, seesUnpublished, type Viewer } from "./content.policy.ts";
import { presentItem } from "./content.presenter.ts";
import {
  countOfAuthor,
  findItem,
  type ItemRow,
  itemsById,
  placesOfAuthor,
  readRevision,
  revisionNumber,
  type Slice,
} from "./content.repository.ts";
import { tasteOf } from "./interests.ts";
import { everything, ranksOf, readRanks } from "./ranked-list.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  categories: CategoryService;
  addresses: MediaAddresses;
  clock: Clock;
}

export interface ContentPage {
  readonly items: ContentItem[];
  readonly total: number;
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
}

interface RankedPlace extends Place {
  readonly rank: number;
}

export function createContentService({ db, users, categories, addresses, clock }: Dependencies) {
  async function viewerOf(bearer: Bearer | null): Promise<Viewer | null> {
    if (!bearer) return null;
    const user = await users.find(bearer.userId);
    return user?.active ? { userId: user.id, verifiedAdmin: isVerifiedAdmin(user) } : null;
  }

  /** Files of unpublished items are reached by signed addresses only. */
  const present = (row: ItemRow): ContentItem =>
    presentItem(row, (key) => (row.isPublished ? addresses.published(key) : addresses.signed(key, clock())));

  async function pageOf(
    places: readonly RankedPlace[],
    perPage: number,
  ): Promise<Pick<ContentPage, "items" | "next">> {
    const shown = places.slice(0, perPage);
    const last = shown.at(-1);
    const rows = await itemsById(
      db.query,
      shown.map(({ id }) => id),
    );
    return {
      items: rows.map(present),
      next: last && places.length > perPage ? encodeCursor(last, last.rank) : null,
    };
  }

  async function listPublished(
    bearer: Bearer | null,
    slice: Slice,
    perPage: number,
    rank: number,
  ): Promise<ContentPage> {
    const all = await categories.list();
    const total = all.reduce((sum, category) => sum + category.posts, 0);
    if (!bearer)
      return { ...(await pageOf(await readRanks(db.query, [everything], slice, rank), perPage)), total };

    const ranks = ranksOf(tasteOf((await users.find(bearer.userId))?.interests ?? [], all));
    const places = await readRanks(db.query, ranks, slice, rank);
    const page = await pageOf(places, perPage);
    const rankOf = new Map(places.map((place) => [place.id, place.rank]));
    const items = page.items.map((item) => ({
      ...item,
      why: ranks[rankOf.get(item.id) ?? 0]?.why(item) ?? "",
    }));
    return { ...page, items, total };
  }

  async function listOfAuthor(
    bearer: Bearer | null,
    authorId: number,
    slice: Slice,
    perPage: number,
  ): Promise<ContentPage> {
    const seesAll = seesUnpublished(await viewerOf(bearer), authorId);
    const places = seesAll
      ? (await placesOfAuthor(db.query, authorId, slice)).map((place) => ({ ...place, rank: 0 }))
      : await readRanks(db.query, [{ ...everything, filter: { authorId } }], slice, 0);
    return { ...(await pageOf(places, perPage)), total: await countOfAuthor(db.query, authorId, !seesAll) };
  }

  async function readable(
    bearer: Bearer | null,
    id: number,
  ): Promise<{ row: ItemRow; viewer: Viewer | null }> {
    const row = await findItem(db.query, id);
    const viewer = await viewerOf(bearer);
    if (!row || !canRead(viewer, row)) throw new AppError("content_not_found");
    return { row, viewer };
  }

  return {
    /** D26. Without `user_id` published items; with it that author's, those not published only for whoever may see them. */
    list(bearer: Bearer | null, query: ContentListQuery): Promise<ContentPage> {
      const perPage = query.per_page ?? limits.perPageDefault;
      const { slice, rank } = sliceOf(query, perPage);
      return query.user_id === undefined
        ? listPublished(bearer, slice, perPage, rank)
        : listOfAuthor(bearer, query.user_id, slice, perPage);
    },

    async get(bearer: Bearer | null, id: number): Promise<ContentDetail> {
      const { row, viewer } = await readable(bearer, id);
      const { bodyHtml, history } = await readRevision(db.query, id, row.revision);
      const waiting =
        row.isPublished && row.pendingRevisionId !== null && seesUnpublished(viewer, row.authorId)
          ? await revisionNumber(db.query, row.pendingRevisionId)
          : null;
      return {
        ...present(row),
        ...(waiting !== null && { pending_revision: waiting }),
        body_html: bodyHtml,
        revisions: history.map(({ number, createdAt }) => ({ number, created_at: createdAt.toISOString() })),
      };
    },

    /** Published items of these ids, in their order. */
    async published(ids: readonly number[]): Promise<ContentItem[]> {
      return (await itemsById(db.query, ids)).filter((row) => row.isPublished).map(present);
    },

    /** What a shared link to a published item shows; null for anything else. */
    async preview(id: number): Promise<Preview | null> {
      const row = await findItem(db.query, id);
      if (!row?.isPublished) return null;
      const { title, body, author_name, published_at, media } = present(row);
      const image = media?.type.startsWith("image/") ? media.url : (media?.poster_url ?? null);
      return {
        title,
        description: plainText(body, 200),
        author: author_name,
        publishedAt: published_at,
        image,
      };
    },

    /** The library without words (D69): newest first, by category and type. */
    async latest(
      { contentType, categoryId }: { contentType: ContentType | null; categoryId: number | null },
      cursor: string | undefined,
    ): Promise<Pick<ContentPage, "items" | "next">> {
      const filter = {
        ...(contentType && { contentType }),
        ...(categoryId !== null && { inCategories: [categoryId] }),
      };
      const slice = {
        after: cursor === undefined ? null : decodeCursor(cursor),
        offset: 0,
        limit: limits.libraryPage + 1,
      };
      return pageOf(await readRanks(db.query, [{ ...everything, filter }], slice, 0), limits.libraryPage);
    },

    /** @throws AppError content_not_found when there is no such item for this reader. */
    async ensureReadable(bearer: Bearer | null, id: number): Promise<{ comments: number }> {
      const { row } = await readable(bearer, id);
      return { comments: row.comments };
    },
  };
}
export type ContentService = ReturnType<typeof createContentService>;

/** One item more than shown is read, to know whether there is a next page. */
function sliceOf({ page, cursor }: ContentListQuery, perPage: number): { slice: Slice; rank: number } {
  const limit = perPage + 1;
  if (cursor !== undefined) {
    ensure(page === undefined, "invalid_input", { sentence: "Give page or cursor, not both." });
    const { rank, ...after } = decodeCursor(cursor);
    return { slice: { after, offset: 0, limit }, rank };
  }
  const offset = ((page ?? 1) - 1) * perPage;
  ensure(offset + perPage <= limits.pageReach, "page_too_deep");
  return { slice: { after: null, offset, limit }, rank: 0 };
}
