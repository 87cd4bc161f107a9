import {
  type Category,
  type ContentDetail,
  type ContentItem,
  type ContentListQuery,
  type ContentType,
  type LanguageCode,
  limits,
  type NewestRevision,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Bookmark, decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { placePictures } from "../../lib/picture-marks.ts";
import type { Preview } from "../../lib/share-preview.ts";
import { drawnLook, type Site } from "../../lib/site-look.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { LikeService } from "../likes/likes.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import type { Viewer } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { cardHeight, cardPath } from "./cards/card-address.ts";
import { coverOf } from "./cards/cover.ts";
import { canRead, seesUnpublished } from "./content.policy.ts";
import { type ListedItem, placeForAuthor, presentDeadLinks, presentItem } from "./content.presenter.ts";
import {
  countOfAuthor,
  findItem,
  findNewest,
  findVisibility,
  type ItemRow,
  isRemovedFromPublic,
  itemsById,
  newestLabelled,
  type PublishedFilter,
  positionsOfAuthor,
  readRevision,
  relatedTo,
  type Slice,
} from "./content.repository.ts";
import type { DiscussedIds } from "./list/discussed.ts";
import { categoriesMeant, tasteOf } from "./list/interests.ts";
import type { PublishedItems } from "./list/published-items.ts";
import { everything, type Rank, type RankedPosition, ranksOf } from "./list/ranked-list.ts";
import type { Reader, Readers } from "./list/readers.ts";
import { followPublication } from "./publication.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  likes: LikeService;
  categories: CategoryService;
  items: PublishedItems;
  readers: Readers;
  discussed: DiscussedIds;
  addresses: MediaAddresses;
  site: Site;
  clock: Clock;
}

export interface ContentPage {
  readonly items: readonly ContentItem[];
  /** Whether every reader with the same list sees the same of them. */
  readonly isPublic: boolean;
  /** null of some languages alone: they are not counted. */
  readonly total: number | null;
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
}

/** What of the published items a list of the newest shows; null: all. */
export interface LatestFilter {
  readonly contentType: ContentType | null;
  readonly categoryId: number | null;
  readonly language: LanguageCode | null;
  readonly label?: string;
}

interface PublishedPage {
  readonly shown: readonly { readonly published: ListedItem; readonly rank: Rank }[];
  readonly next: string | null;
}

/** The requested part of a list. */
interface Ask extends Pick<Bookmark, "rank" | "asOf"> {
  readonly slice: Slice;
  readonly perPage: number;
}

export function createContentService({
  db,
  users,
  likes,
  categories,
  items,
  readers,
  discussed,
  addresses,
  site,
  clock,
}: Dependencies) {
  const readerOf = async (bearer: Bearer | null): Promise<Reader | null> =>
    (bearer && (await readers.get(bearer.userId))) ?? null;

  /** Files of unpublished items are available only through signed addresses. */
  const addressFor = (row: ItemRow) => (key: string) =>
    row.isPublished ? addresses.published(key) : addresses.signed(key, clock());

  const present = (row: ItemRow): ContentItem =>
    presentItem(row, { now: clock(), addressOf: addressFor(row) });

  /** The same, plus the fields that only the author and verified admins get. */
  const presentWhole = (row: ItemRow): ContentItem => ({
    ...present(row),
    ...forItsAuthor(row),
  });

  const nextOf = (positions: readonly RankedPosition[], perPage: number, asOf: Date | null = null) => {
    const last = positions.at(perPage - 1);
    return last && positions.length > perPage ? encodeCursor(last, last.rank.number, asOf) : null;
  };

  async function publishedPage(
    ranks: readonly Rank[],
    { slice, perPage, rank }: Pick<Ask, "slice" | "perPage" | "rank">,
    asOf: Date | null = null,
  ): Promise<PublishedPage> {
    const positions = await items.positions(ranks, slice, rank);
    const onPage = positions.slice(0, perPage);
    const found = await items.all(onPage.map(({ id }) => id));
    // Drops items that were unpublished after their positions were read.
    const shown = onPage.flatMap((position) => {
      const published = found.get(position.id);
      return published ? [{ published, rank: position.rank }] : [];
    });
    return { shown, next: nextOf(positions, perPage, asOf) };
  }

  async function listPublished(
    bearer: Bearer | null,
    ask: Ask,
    language: LanguageCode | undefined,
  ): Promise<ContentPage> {
    const all = await categories.list();
    const reader = await readerOf(bearer);
    const languages = language ? [language] : (reader?.languages ?? []);
    const { shown, next } = bearer
      ? await listFor(reader, ask, all, languages)
      : await publishedPage([inLanguages(everything, languages)], { ...ask, rank: 0 });
    return {
      items: shown.map(({ published: { item }, rank }) => (bearer ? { ...item, why: rank.why(item) } : item)),
      isPublic: true,
      next,
      total: languages.length > 0 ? null : all.reduce((sum, category) => sum + category.posts, 0),
    };
  }

  /**
   * Likes given while the member pages through the list count only from the next list on, so that no item is skipped.
   */
  async function listFor(
    reader: Reader | null,
    ask: Ask,
    all: readonly Category[],
    languages: readonly LanguageCode[],
  ): Promise<PublishedPage> {
    const asOf = ask.asOf ?? clock();
    const ranks = reader ? await readers.ranks(reader, all, asOf) : ranksOf(tasteOf([], [], all));
    return publishedPage(
      ranks.map((rank) => inLanguages(rank, languages)),
      ask,
      asOf,
    );
  }

  async function listOfAuthor(bearer: Bearer | null, authorId: number, ask: Ask): Promise<ContentPage> {
    const mayShowAll = seesUnpublished(await readerOf(bearer), authorId);
    const seesAll = mayShowAll && seesUnpublished(await users.viewerOf(bearer), authorId);
    const total = await countOfAuthor(db.query, authorId, !seesAll);
    if (seesAll) return { ...(await wholePage(authorId, ask)), total };
    const { shown, next } = await publishedPage([{ ...everything, filter: { authorId } }], ask);
    return { items: itemsOn(shown), isPublic: true, next, total };
  }

  async function wholePage(authorId: number, { slice, perPage }: Ask): Promise<Omit<ContentPage, "total">> {
    const found = await positionsOfAuthor(db.query, authorId, slice);
    const positions = found.map((position) => ({ ...position, rank: everything }));
    const rows = await itemsById(
      db.query,
      positions.slice(0, perPage).map(({ id }) => id),
    );
    return {
      items: rows.map(presentWhole),
      isPublic: false,
      next: nextOf(positions, perPage),
    };
  }

  async function getWhole(bearer: Bearer | null, id: number): Promise<ContentDetail> {
    const row = await findItem(db.query, id);
    const viewer = await users.viewerOf(bearer);
    if (!row || !canRead(viewer, row)) throw new AppError("content_not_found");
    const { bodyHtml, history, deadLinks, beside } = await readRevision(db.query, id, row.revision);
    const liked = viewer && (await likes.isLiked({ contentId: id, userId: viewer.userId }));
    return {
      ...(seesUnpublished(viewer, row.authorId) ? presentWhole(row) : present(row)),
      ...(liked !== null && { liked }),
      body_html: placePictures(bodyHtml, addressFor(row)),
      revisions: history.map(({ number, createdAt }) => ({ number, created_at: createdAt.toISOString() })),
      ...presentDeadLinks(deadLinks),
      ...(beside && { beside }),
    };
  }

  async function publishedOf(ids: readonly number[]): Promise<ContentItem[]> {
    const found = await items.all(ids);
    return ids.flatMap((id) => found.get(id)?.item ?? []);
  }

  /** @throws AppError content_not_found if the item does not exist for this reader. */
  async function ensureReadable(
    bearer: Bearer | null,
    id: number,
  ): Promise<{ viewer: Viewer | null; comments: number }> {
    const item = await findVisibility(db.query, id);
    const viewer = await users.viewerOf(bearer);
    if (!item || !canRead(viewer, item)) throw new AppError("content_not_found");
    return { viewer, comments: item.comments };
  }

  return {
    /**
     * See (docs/rules.md#lists-of-content). Without `user_id`: published items. With it: that author's items, unpublished ones only
     * for a reader who may see them.
     */
    list(bearer: Bearer | null, query: ContentListQuery): Promise<ContentPage> {
      const ask = readAsk(query);
      const isOfBoth = query.user_id !== undefined && query.language !== undefined;
      ensure(!isOfBoth, "invalid_input", { sentence: "Give user_id or language, not both." });
      return query.user_id === undefined
        ? listPublished(bearer, ask, query.language)
        : listOfAuthor(bearer, query.user_id, ask);
    },

    /**
     * The item, and whether it is the public view of it. The database is asked about a caller who may see more.
     * @throws AppError content_not_found
     */
    async get(bearer: Bearer | null, id: number): Promise<{ item: ContentDetail; isPublic: boolean }> {
      const [published, reader] = await Promise.all([items.get(id), readerOf(bearer)]);
      if (published && !seesUnpublished(reader, published.item.author_id)) {
        const liked = reader?.active ? await readers.likes(reader, id) : undefined;
        const { item, detail } = published;
        const own = liked === undefined ? {} : { liked };
        return { item: { ...item, ...detail, ...own }, isPublic: true };
      }
      return { item: await getWhole(bearer, id), isPublic: false };
    },

    /** How many published items an author has. */
    publishedBy: (authorId: number): Promise<number> => countOfAuthor(db.query, authorId, true),

    /** Those of these items that the reader may read. */
    async readable(bearer: Bearer, ids: readonly number[]): Promise<number[]> {
      const published = await items.all(ids);
      const others = await itemsById(
        db.query,
        ids.filter((id) => !published.has(id)),
      );
      const viewer = others.length > 0 ? await users.viewerOf(bearer) : null;
      const own = new Set(others.filter((row) => canRead(viewer, row)).map(({ id }) => id));
      return ids.filter((id) => published.has(id) || own.has(id));
    },

    /** These items as their author sees them, in the order of the ids; for the author and verified admins. */
    ofAuthor: async (ids: readonly number[]): Promise<ContentItem[]> =>
      (await itemsById(db.query, ids)).map(presentWhole),

    /** Published items of these ids, in their order. */
    published: publishedOf,

    /** Published items like this one, the most similar first (docs/rules.md#series). @throws AppError content_not_found. */
    async related(bearer: Bearer | null, id: number): Promise<ContentItem[]> {
      if (!(await items.get(id))) await ensureReadable(bearer, id);
      return publishedOf(await relatedTo(db.query, id, limits.relatedItems));
    },

    /** The published items that members discussed most in the newest week (docs/rules.md#continue-and-most-discussed). */
    mostDiscussed: async (): Promise<ContentItem[]> => publishedOf(await discussed()),

    /** The newest published items, all or those that the filter leaves. */
    async newestPublished(count: number, filter: PublishedFilter = {}): Promise<ContentItem[]> {
      const slice = { after: null, offset: 0, limit: count };
      const { shown } = await publishedPage([{ ...everything, filter }], { slice, perPage: count, rank: 0 });
      return itemsOn(shown);
    },

    /** A published item, and the stored file of the picture that its card shows; null for any other item. */
    async onCard(id: number): Promise<{ item: ContentItem; cover: string | null } | null> {
      const published = await items.get(id);
      return published ? { item: published.item, cover: coverOf(published, cardHeight) } : null;
    },

    /** The preview that a shared link to a published item shows; null for any other item. */
    async preview(id: number): Promise<Preview | null> {
      const published = await items.get(id);
      if (!published) return null;
      const { title, excerpt, author_name, published_at, cover, media: file, poster } = published.item;
      const media = cover ?? file;
      const own = media?.type.startsWith("image/") ? media.url : (poster ?? null);
      return {
        title,
        description: excerpt,
        author: author_name,
        publishedAt: published_at,
        image: cardPath(published.item, drawnLook(site())),
        ownImage: own,
      };
    },

    /** The library without search words (docs/rules.md#library): newest first, filtered by category, type and language. */
    async latest(
      { contentType, categoryId, language, label }: LatestFilter,
      cursor: string | undefined,
    ): Promise<{ items: ContentItem[]; next: string | null }> {
      const filter = {
        ...(contentType && { contentType }),
        ...(categoryId !== null && { inCategories: [categoryId] }),
        ...(language && { languages: [language] }),
        ...(label !== undefined && { among: await newestLabelled(db.query, label) }),
      };
      const slice = {
        after: cursor === undefined ? null : decodeCursor(cursor),
        offset: 0,
        limit: limits.libraryPage + 1,
      };
      const ask = { slice, perPage: limits.libraryPage, rank: 0 };
      const { shown, next } = await publishedPage([{ ...everything, filter }], ask);
      return { items: itemsOn(shown), next };
    },

    /** The categories that words refer to, as an interest does. */
    categoriesMeant: async (words: string): Promise<Category[]> =>
      categoriesMeant(words, await categories.list()),

    /** The item as its author sees it after writing, inside the transaction that wrote. */
    async asAuthorSees(tx: Transaction, id: number): Promise<ContentItem> {
      const row = await findItem(tx, id);
      if (!row) throw new Error(`item ${id} vanished in its own transaction`);
      return presentWhole(row);
    },

    /**
     * An item's newest revision, for its author and verified admins. @throws AppError content_not_found, not_allowed.
     */
    async newest(
      { userId }: Bearer,
      id: number,
    ): Promise<ContentItem & Pick<NewestRevision, "language_given" | "summary">> {
      const viewer = await users.viewer(userId);
      const row = await findNewest(db.query, id);
      if (!row || !canRead(viewer, row)) throw new AppError("content_not_found");
      ensure(seesUnpublished(viewer, row.authorId), "not_allowed");
      // Signed even for a published item, because its newest file may not be published.
      const now = clock();
      const item = presentItem(row, { now, addressOf: (key) => addresses.signed(key, now) });
      return { ...item, ...forItsAuthor(row), language_given: row.languageGiven, summary: row.summary };
    },

    ensureReadable,

    /** Whether readers could see the item once and never will again. */
    wasRemoved: (id: number): Promise<boolean> => isRemovedFromPublic(db.query, id),

    /** @throws AppError content_not_found if the item is not published, even for its author. */
    async ensurePublished(tx: Transaction, id: number): Promise<void> {
      const item = await findVisibility(tx, id);
      ensure(item?.isPublished, "content_not_found");
    },

    /** Call it after a decision changed what is public of an item, in its transaction. */
    followPublication,
  };
}
export type ContentService = ReturnType<typeof createContentService>;

/** Without languages the rank itself, so that its cached pages are shared. */
const inLanguages = (rank: Rank, languages: readonly LanguageCode[]): Rank =>
  languages.length === 0 ? rank : { ...rank, filter: { ...rank.filter, languages } };

const itemsOn = (shown: PublishedPage["shown"]): ContentItem[] =>
  shown.map(({ published }) => published.item);

const forItsAuthor = (row: ItemRow) => ({
  ...placeForAuthor(row),
  ...(row.pendingRevision !== null && { pending_revision: row.pendingRevision }),
  ...(row.flaggedRevision !== null && { flagged_revision: row.flaggedRevision }),
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
