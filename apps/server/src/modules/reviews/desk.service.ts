import {
  type Claim,
  contentTypes,
  type DeskItem,
  type DeskPage,
  type DeskQuery,
  limits,
  type RevisionPreview,
  readContentType,
} from "@cairn/contract";
import type { Database, Queries } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor, type Position } from "../../lib/cursor.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import { claimsOn, dropClaim, takeClaim } from "./claims.repository.ts";
import { presentClaim, presentDeskItem, presentRevision } from "./desk.presenter.ts";
import {
  countOfStatus,
  type DeskFilter,
  type DeskSort,
  type DeskStatus,
  deskItems,
  deskPositions,
  revisionsOf,
} from "./desk.repository.ts";

const claimedFor = 10 * 60 * 1000;

interface Dependencies {
  db: Database;
  categories: CategoryService;
  ledger: LedgerService;
  addresses: MediaAddresses;
  clock: Clock;
}

/** Lets verified admins find, read and claim items that wait for review. */
export function createDeskService({ db, categories, ledger, addresses, clock }: Dependencies) {
  async function present(
    adminId: number,
    ids: readonly number[],
    queries: Queries = db.query,
  ): Promise<DeskItem[]> {
    const now = clock();
    const [rows, claims] = await Promise.all([deskItems(queries, ids), claimsOn(queries, ids, now)]);
    const addressOf = (key: string) => addresses.signed(key, now);
    return rows.map((row) => presentDeskItem(row, { adminId, now, claim: claims.get(row.id), addressOf }));
  }

  /** `queries`: a transaction, for an answer that commits with what it tells of. */
  async function get(adminId: number, id: number, queries?: Queries): Promise<DeskItem> {
    const [item] = await present(adminId, [id], queries);
    if (!item) throw new AppError("content_not_found");
    return item;
  }

  async function readFilter({ status = "All", category, type, q = "" }: DeskQuery): Promise<DeskFilter> {
    const contentType = type ? readContentType(type) : null;
    if (contentType === undefined) throw fieldError("type", `must be one of ${contentTypes.join(", ")}`);
    const inCategory = category ? await categories.named(category) : null;
    if (category && !inCategory) throw fieldError("category", "is not one of the categories");
    return { status: statusOf(status), contentType, categoryId: inCategory?.id ?? null, words: q.trim() };
  }

  return {
    async list(adminId: number, query: DeskQuery): Promise<DeskPage> {
      const filter = await readFilter(query);
      const sort = query.sort ?? (filter.status === "Pending" ? "waiting" : "newest");
      ensure(sort !== "waiting" || filter.status === "Pending", "invalid_input", {
        sentence: "Only Pending items can be sorted by waiting time.",
      });
      const perPage = query.per_page ?? limits.adminPage;
      const after = query.cursor === undefined ? null : positionOf(query.cursor, sort);
      const positions = await deskPositions(db.query, filter, sort, after, perPage + 1);
      const shown = positions.slice(0, perPage);
      const last = shown.at(-1);
      const isNarrowed = filter.contentType !== null || filter.categoryId !== null || filter.words !== "";
      return {
        items: await present(
          adminId,
          shown.map(({ id }) => id),
        ),
        next: last && positions.length > perPage ? encodeCursor(last, rankOf[sort]) : null,
        ...(!isNarrowed &&
          filter.status !== "Removed" && { total: await countOfStatus(db.query, filter.status) }),
      };
    },

    get,

    /** The items of these ids, in their order. */
    present,

    /** A revision to read, with the approved one to compare it to. */
    async revision(adminId: number, id: number, number: number): Promise<RevisionPreview> {
      const item = await get(adminId, id);
      const wanted = [number, ...(item.published_revision === null ? [] : [item.published_revision])];
      const rows = await revisionsOf(db.query, id, wanted);
      const now = clock();
      const texts = rows.map((row) => presentRevision(row, (key) => addresses.signed(key, now)));
      const shown = texts.find((text) => text.number === number);
      if (!shown) throw new AppError("revision_not_found");
      const approved = texts.find((text) => text.number === item.published_revision) ?? null;
      const reviews = await ledger.listOf({ userId: adminId, verifiedAdmin: true }, id);
      return { content_id: id, ...shown, author: item.author, approved, reviews };
    },

    /** One holder at a time; claiming an item again renews the admin's own claim. */
    async claim(adminId: number, contentId: number): Promise<Claim> {
      await get(adminId, contentId);
      const now = clock();
      const expiresAt = new Date(now.getTime() + claimedFor);
      const isTaken = await takeClaim(db.query, { contentId, adminId, now, expiresAt });
      const held = (await claimsOn(db.query, [contentId], now)).get(contentId);
      if (isTaken && held) return presentClaim(held, adminId);
      throw new AppError("item_claimed", held && { sentence: `${held.adminName} is reviewing this item.` });
    },

    async release(adminId: number, contentId: number): Promise<void> {
      await get(adminId, contentId);
      await dropClaim(db.query, contentId, adminId);
    },
  };
}
export type DeskService = ReturnType<typeof createDeskService>;

/** A cursor records the order it belongs to. */
const rankOf: Record<DeskSort, number> = { newest: 0, oldest: 1, waiting: 2 };

function positionOf(cursor: string, sort: DeskSort): Position {
  const { rank, ...position } = decodeCursor(cursor);
  ensure(rank === rankOf[sort], "invalid_cursor");
  return position;
}

/** The names that members and admins use (docs/rules.md#statuses). */
const statuses = new Map<string, DeskStatus>([
  ["all", "All"],
  ["pending", "Pending"],
  ["published", "Published"],
  ["approved", "Published"],
  ["flagged", "Flagged"],
  ["removed", "Removed"],
]);

function statusOf(text: string): DeskStatus {
  const status = statuses.get(text.trim().toLowerCase());
  if (!status)
    throw fieldError("status", "must be one of All, Pending, Approved, Published, Flagged, Removed");
  return status;
}
