import {
  type Category,
  type ContentDetail,
  type ContentItem,
  type ContentListQuery,
  type ContentType,
  limits,
} from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Bookmark, decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { plainText } from "../../lib/markdown.ts";
import type { Bearer } from "../../plugins/bearer.ts";
import type { Preview } from "../../plugins/share-preview.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { LikeService } from "../likes/likes.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import type { UserService } from "../users/users.service.ts";
import { canRead, seesUnpublished, toViewer, type Viewer } from "./content.policy.ts";
import { presentItem } from "./content.presenter.ts";
import {
  countOfAuthor,
  findItem,
  findNewest,
  findStanding,
  type ItemRow,
  itemsById,
  positionsOfAuthor,
  readRevision,
  type Slice,
} from "./content.repository.ts";
import { tasteOf } from "./interests.ts";
import { everything, type RankedPosition, ranksOf, readRanks } from "./ranked-list.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  likes: LikeService;
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

/** The requested part of a list. */
interface Ask extends Pick<Bookmark, "rank" | "asOf"> {
  readonly slice: Slice;
  readonly perPage: number;
}

export function createContentService({ db, users, likes, categories, addresses, clock }: Dependencies) {
  async function viewerOf(bearer: Bearer | null): Promise<Viewer | null> {
    if (!bearer) return null;
    const user = await users.find(bearer.userId);
    return user?.active ? toViewer(user) : null;
  }

  /** Files of unpublished items are available only through signed addresses. */
  const present = (row: ItemRow): ContentItem =>
    presentItem(row, (key) => (row.isPublished ? addresses.published(key) : addresses.signed(key, clock())));

  /** The same, plus the fields that only the author and verified admins get. */
  const presentWhole = (row: ItemRow): ContentItem => ({
    ...present(row),
    ...forItsAuthor(row),
  });

  async function pageOf(
    positions: readonly RankedPosition[],
    perPage: number,
    { asOf = null, whole = false }: { asOf?: Date | null; whole?: boolean } = {},
  ): Promise<Pick<ContentPage, "items" | "next">> {
    const shown = positions.slice(0, perPage);
    const last = shown.at(-1);
    const rows = await itemsById(
      db.query,
      shown.map(({ id }) => id),
    );
    return {
      // Drops items that were unpublished after their positions were read.
      items: whole ? rows.map(presentWhole) : rows.filter((row) => row.isPublished).map(present),
      next: last && positions.length > perPage ? encodeCursor(last, last.rank.number, asOf) : null,
    };
  }

  async function listPublished(bearer: Bearer | null, ask: Ask): Promise<ContentPage> {
    const all = await categories.list();
    const total = all.reduce((sum, category) => sum + category.posts, 0);
    const page = bearer ? await listFor(bearer.userId, ask, all) : await listForVisitor(ask);
    return { ...page, total };
  }

  const listForVisitor = async ({ slice, perPage }: Ask) =>
    pageOf(await readRanks(db.query, [everything], slice, everything.number), perPage);

  /**
   * Likes given while the member pages through the list count only from the next list on, so that no item is skipped.
   */
  async function listFor(userId: number, { slice, perPage, rank, ...ask }: Ask, all: readonly Category[]) {
    const asOf = ask.asOf ?? clock();
    const interests = (await users.find(userId))?.interests ?? [];
    const ranks = ranksOf(tasteOf(interests, await likes.categoriesLikedBy(userId, asOf), all));
    const positions = await readRanks(db.query, ranks, slice, rank);
    const page = await pageOf(positions, perPage, { asOf });
    const rankOf = new Map(positions.map((position) => [position.id, position.rank]));
    const items = page.items.map((item) => ({ ...item, why: (rankOf.get(item.id) ?? everything).why(item) }));
    return { ...page, items };
  }

  async function listOfAuthor(
    bearer: Bearer | null,
    authorId: number,
    { slice, perPage }: Ask,
  ): Promise<ContentPage> {
    const seesAll = seesUnpublished(await viewerOf(bearer), authorId);
    const rank = { ...everything, filter: { authorId } };
    const positions = seesAll
      ? (await positionsOfAuthor(db.query, authorId, slice)).map((position) => ({ ...position, rank }))
      : await readRanks(db.query, [rank], slice, rank.number);
    const page = await pageOf(positions, perPage, { whole: seesAll });
    return { ...page, total: await countOfAuthor(db.query, authorId, !seesAll) };
  }

  return {
    /**
     * See (docs/rules.md#d26). Without `user_id`: published items. With it: that author's items, unpublished ones only
     * for a reader who may see them.
     */
    list(bearer: Bearer | null, query: ContentListQuery): Promise<ContentPage> {
      const ask = readAsk(query);
      return query.user_id === undefined
        ? listPublished(bearer, ask)
        : listOfAuthor(bearer, query.user_id, ask);
    },

    async get(bearer: Bearer | null, id: number): Promise<ContentDetail> {
      const row = await findItem(db.query, id);
      const viewer = await viewerOf(bearer);
      if (!row || !canRead(viewer, row)) throw new AppError("content_not_found");
      const { bodyHtml, history } = await readRevision(db.query, id, row.revision);
      return {
        ...(seesUnpublished(viewer, row.authorId) ? presentWhole(row) : present(row)),
        ...(viewer && { liked: await likes.isLiked({ contentId: id, userId: viewer.userId }) }),
        body_html: bodyHtml,
        revisions: history.map(({ number, createdAt }) => ({ number, created_at: createdAt.toISOString() })),
      };
    },

    /** How many published items an author has. */
    publishedBy: (authorId: number): Promise<number> => countOfAuthor(db.query, authorId, true),

    /** Published items of these ids, in their order. */
    async published(ids: readonly number[]): Promise<ContentItem[]> {
      return (await itemsById(db.query, ids)).filter((row) => row.isPublished).map(present);
    },

    /** The preview that a shared link to a published item shows; null for any other item. */
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

    /** The library without search words (docs/rules.md#d69): newest first, filtered by category and type. */
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

    /** The item as its author sees it after writing, inside the transaction that wrote. */
    async asAuthorSees(tx: Transaction, id: number): Promise<ContentItem> {
      const row = await findItem(tx, id);
      if (!row) throw new Error(`item ${id} vanished in its own transaction`);
      return presentWhole(row);
    },

    /**
     * An item's newest revision, for its author and verified admins. @throws AppError content_not_found, not_allowed.
     */
    async newest({ userId }: Bearer, id: number): Promise<ContentItem> {
      const viewer = toViewer(await users.active(userId));
      const row = await findNewest(db.query, id);
      if (!row || !canRead(viewer, row)) throw new AppError("content_not_found");
      ensure(seesUnpublished(viewer, row.authorId), "not_allowed");
      // Signed even for a published item, because its newest file may not be published.
      const item = presentItem(row, (key) => addresses.signed(key, clock()));
      return { ...item, ...forItsAuthor(row) };
    },

    /** @throws AppError content_not_found if the item does not exist for this reader. */
    async ensureReadable(
      bearer: Bearer | null,
      id: number,
    ): Promise<{ viewer: Viewer | null; comments: number }> {
      const standing = await findStanding(db.query, id);
      const viewer = await viewerOf(bearer);
      if (!standing || !canRead(viewer, standing)) throw new AppError("content_not_found");
      return { viewer, comments: standing.comments };
    },

    /** @throws AppError content_not_found if the item is not published, even for its author. */
    async ensurePublished(tx: Transaction, id: number): Promise<void> {
      const standing = await findStanding(tx, id);
      ensure(standing?.isPublished, "content_not_found");
    },
  };
}
export type ContentService = ReturnType<typeof createContentService>;

const forItsAuthor = ({ pendingRevision, flaggedRevision }: ItemRow) => ({
  ...(pendingRevision !== null && { pending_revision: pendingRevision }),
  ...(flaggedRevision !== null && { flagged_revision: flaggedRevision }),
});

/** Reads one item more than a page shows, to find out whether there is a next page. */
function readAsk({ page, per_page: perPage = limits.perPageDefault, cursor }: ContentListQuery): Ask {
  const limit = perPage + 1;
  if (cursor !== undefined) {
    ensure(page === undefined, "invalid_input", { sentence: "Give page or cursor, not both." });
    const { rank, asOf, ...after } = decodeCursor(cursor);
    return { slice: { after, offset: 0, limit }, perPage, rank, asOf };
  }
  const offset = ((page ?? 1) - 1) * perPage;
  ensure(offset + perPage <= limits.pageReach, "page_too_deep");
  return { slice: { after: null, offset, limit }, perPage, rank: 0, asOf: null };
}
