import { limits, type Notification, type NotificationPage, type UnreadCount } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import {
  type Audience,
  aboutOf,
  batchWords,
  type ContentEvent,
  type DeletionDecision,
  deletionNotice,
  type EndOfLabel,
  endNotice,
  exportNotice,
  type ItemFacts,
  noticesOf,
  noticesOfComment,
} from "./notices.ts";
import { presentNotification } from "./notifications.presenter.ts";
import {
  countUnread,
  findItemFacts,
  findNotification,
  insertNotifications,
  insertRead,
  joinWaitingNotice,
  lockReaches,
  lockReachOf,
  readPage,
  settleWatermark,
  withdrawNotices,
} from "./notifications.repository.ts";

export type { Audience, ItemFacts } from "./notices.ts";

interface Dependencies {
  db: Database;
  clock: Clock;
}

interface Ask {
  readonly page?: number;
  readonly per_page?: number;
}

/** A notification as the WebSockets carry it. */
interface LiveNotification {
  readonly notification: Notification;
  readonly audience: Audience;
  /** The member of the audience who does not get it; null: everyone gets it. */
  readonly except: number | null;
}

export function createNotificationService({ db, clock }: Dependencies) {
  /**
   * Reads after the commit, so that count and version come from a state that everyone can see; null for an account that
   * is not active any more.
   */
  const findUnread = (userId: number): Promise<UnreadCount | null> => countUnread(db.query, userId);

  async function unread(userId: number): Promise<UnreadCount> {
    const count = await findUnread(userId);
    if (!count) throw new AppError("session_ended");
    return count;
  }

  return {
    /**
     * Writes one row per audience of an event, in the event's transaction; posts that begin to wait one after the other
     * share a row. Call this last in it: the audience's lock is held from here until the commit.
     * @param known the item's facts, if the caller has read them
     */
    async notify(tx: Transaction, happening: ContentEvent, known?: ItemFacts): Promise<void> {
      const at = clock();
      const revision = "revision" in happening ? happening.revision : null;
      const item = known ?? (await findItemFacts(tx, happening.contentId, revision));
      if (happening.event === "waiting" && happening.waiting > 1) {
        const since = new Date(at.getTime() - batchLasts);
        const words = batchWords(item, happening.waiting);
        if (await joinWaitingNotice(tx, { authorId: item.authorId, since, ...words })) return;
      }
      await insertNotifications(tx, noticesOf(happening, item), at);
    },

    /** One notice to each of these authors, whatever the number of their items. Call this last in the transaction. */
    async tellOfEnd(
      tx: Transaction,
      {
        authors,
        ...end
      }: Omit<EndOfLabel, "items"> & { authors: readonly { authorId: number; items: number }[] },
    ): Promise<void> {
      const notices = authors.map(({ authorId, items }) => endNotice(authorId, { ...end, items }));
      await insertNotifications(tx, notices, clock());
    },

    /** `url`: where the member can fetch the file. */
    async notifyOfExport(tx: Transaction, userId: number, url: string): Promise<void> {
      await insertNotifications(tx, [exportNotice(userId, url)], clock());
    },

    /** Call this last in the transaction. */
    async notifyOfDeletion(tx: Transaction, decision: DeletionDecision): Promise<void> {
      await insertNotifications(tx, [deletionNotice(decision)], clock());
    },

    /** Call this last in the transaction. */
    async notifyOfComment(tx: Transaction, ...facts: Parameters<typeof noticesOfComment>): Promise<void> {
      await insertNotifications(tx, noticesOfComment(...facts), clock());
    },

    /** Once the comment is deleted. Call this last in the transaction. */
    withdrawOfComment: withdrawNotices,

    /** What a notice is about, for who is mailed it. */
    aboutOf,

    /** Answers `total` only if a page was requested. */
    async list(userId: number, { page, per_page: perPage }: Ask): Promise<NotificationPage> {
      const limit = perPage ?? limits.notificationPage;
      const offset = ((page ?? 1) - 1) * limit;
      ensure(offset + limit <= limits.pageReach, "page_too_deep", { sentence: "Pages end at item 10,000." });
      const found = await readPage(db.query, userId, { offset, limit });
      if (!found) throw new AppError("session_ended");
      const now = clock();
      return {
        items: found.rows.map((row) => presentNotification(row, now)),
        ...((page !== undefined || perPage !== undefined) && { total: found.total }),
        ...found.count,
      };
    },

    unread,

    findUnread,

    /**
     * Marking again changes nothing. @throws AppError notification_not_found for a notification that this member did
     * not get.
     */
    async markRead({ userId }: Bearer, id: number): Promise<UnreadCount> {
      await db.transaction(async (tx) => {
        const reach = await lockReachOf(tx, userId, id);
        if (!reach) throw new AppError("notification_not_found");
        const { audienceId, position, readPosition } = reach;
        if (position <= readPosition || !(await insertRead(tx, userId, reach))) return;
        await settleWatermark(tx, userId, audienceId, { from: readPosition, added: 1 });
      });
      return unread(userId);
    },

    /** `upTo`: the newest notification on the screen. Later ones stay unread. */
    async markAllRead({ userId }: Bearer, upTo: number | null): Promise<UnreadCount> {
      await db.transaction(async (tx) => {
        for (const { audienceId, position, readPosition } of await lockReaches(tx, userId, upTo)) {
          if (position > readPosition)
            await settleWatermark(tx, userId, audienceId, { from: position, added: 0 });
        }
      });
      return unread(userId);
    },

    /** For live delivery. */
    async find(id: number): Promise<LiveNotification | null> {
      const found = await findNotification(db.query, id);
      if (!found) return null;
      const { row, audience, except } = found;
      return { notification: presentNotification(row, clock()), audience, except };
    },
  };
}
export type NotificationService = ReturnType<typeof createNotificationService>;

/** How long a notice about a sender's posts grows (docs/rules.md#posts-that-wait). */
const batchLasts = 60 * 60_000;
