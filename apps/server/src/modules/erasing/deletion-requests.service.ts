import {
  type DeletionRequest,
  erasingDays,
  limits,
  type OwnDeletionRequest,
  type PostsChoice,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { ActivityService } from "../admin/activity.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { User, UserService } from "../users/users.service.ts";
import {
  closeRequest,
  countOpenRequests,
  deleteRequests,
  insertApproved,
  insertRequest,
  lockRequest,
  newestRequest,
  openRequests,
  otherAdmins,
  type RequestRow,
} from "./deletion-requests.repository.ts";
import { refusalOfErasing } from "./erasing.policy.ts";
import type { ErasingService } from "./erasing.service.ts";
import { type ErasingMails, profilePath } from "./erasing-mails.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  activity: Pick<ActivityService, "note">;
  mail: Pick<MailService, "queue">;
  mails: ErasingMails;
  notifications: Pick<NotificationService, "notifyOfDeletion">;
  erasing: Pick<ErasingService, "schedule" | "eraseNow">;
  rateLimits: RateLimits;
  clock: Clock;
}

interface Ask {
  cursor?: string;
  per_page?: number;
}

/** The member asks, an admin decides, and the member has 14 days to take it back (docs/rules.md#deletion-of-an-account). */
export function createDeletionRequestService(dependencies: Dependencies) {
  const { db, users, activity, mail, mails, notifications, erasing, rateLimits, clock } = dependencies;
  const inDays = (days: number) => new Date(clock().getTime() + days * 24 * 60 * 60_000);

  async function ensureErasable(tx: Transaction, account: User): Promise<void> {
    const refusal = refusalOfErasing(account, await otherAdmins(tx, account.id));
    ensure(refusal === null, "not_allowed", { sentence: refusal ?? "" });
  }

  async function tellApproved(tx: Transaction, account: User, erasedAt: Date): Promise<void> {
    await mail.queue(tx, { to: account.email, ...mails.approved(erasedAt, account.role) });
    await notifications.notifyOfDeletion(tx, {
      userId: account.id,
      url: profilePath(account.role),
      erasedAt,
    });
  }

  /** The request, locked, and its account. @throws AppError deletion_request_not_found; not_allowed for one's own */
  async function lock(tx: Transaction, adminId: number, id: number): Promise<[RequestRow, User]> {
    const request = await lockRequest(tx, id);
    if (!request) throw new AppError("deletion_request_not_found");
    const sentence = "You cannot decide about your own request. Another admin has to.";
    ensure(request.userId !== adminId, "not_allowed", { sentence });
    const account = await users.find(request.userId, tx);
    if (!account) throw new AppError("deletion_request_not_found");
    return [request, account];
  }

  return {
    async ask(
      { userId }: Bearer,
      { posts = "keep", reason }: { posts?: PostsChoice; reason?: string },
    ): Promise<void> {
      await rateLimits.take("changeByUser", String(userId));
      const user = await users.active(userId);
      const request = { userId: user.id, posts, reason: reason?.trim() ?? null, createdAt: clock() };
      await db.transaction((tx) => insertRequest(tx, request));
    },

    async own({ userId }: Bearer): Promise<OwnDeletionRequest> {
      await users.active(userId);
      return presentOwn(await newestRequest(db.query, userId));
    },

    async takeBack({ userId }: Bearer): Promise<void> {
      await rateLimits.take("changeByUser", String(userId));
      await users.active(userId);
      await db.transaction((tx) => deleteRequests(tx, userId));
    },

    async list({ cursor, per_page: perPage = limits.adminPage }: Ask) {
      // One row more than a page shows, to find out whether there is a next page.
      const rows = await openRequests(
        db.query,
        cursor === undefined ? null : decodeCursor(cursor),
        perPage + 1,
      );
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      return {
        items: shown.map(present),
        next: last && rows.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
        total: await countOpenRequests(db.query),
      };
    },

    /** @returns when the account is erased. @throws AppError deletion_request_decided, not_allowed */
    approve: (adminId: number, id: number): Promise<Date> =>
      db.transaction(async (tx) => {
        const [request, account] = await lock(tx, adminId, id);
        if (request.erasedAt) return request.erasedAt;
        ensure(request.closedAt === null, "deletion_request_decided");
        await ensureErasable(tx, account);
        const [doneAt, erasedAt] = [clock(), inDays(erasingDays)];
        await closeRequest(tx, id, { closedAt: doneAt, erasedAt });
        await erasing.schedule(tx, account.id, erasedAt);
        const subject = { subjectId: account.id, subject: account.name };
        await activity.note(tx, { adminId, kind: "deletionApproved", ...subject, doneAt });
        await tellApproved(tx, account, erasedAt);
        return erasedAt;
      }),

    /** @throws AppError deletion_request_decided, not_allowed */
    refuse: (adminId: number, id: number, reason: string): Promise<void> =>
      db.transaction(async (tx) => {
        const [request, account] = await lock(tx, adminId, id);
        if (request.refusal !== null) return;
        ensure(request.closedAt === null, "deletion_request_decided");
        const doneAt = clock();
        const refusal = reason.trim();
        await closeRequest(tx, id, { closedAt: doneAt, refusal });
        const subject = { subjectId: account.id, subject: account.name };
        await activity.note(tx, { adminId, kind: "deletionRefused", ...subject, doneAt });
        await mail.queue(tx, { to: account.email, ...mails.refused(refusal, account.role) });
        const told = { userId: account.id, url: profilePath(account.role), refusal };
        await notifications.notifyOfDeletion(tx, told);
      }),

    /** For the operator, without a request. @returns when the account is erased; null: it is now */
    async order(
      account: User,
      { posts, isNow }: { posts: PostsChoice; isNow: boolean },
    ): Promise<Date | null> {
      const userId = account.id;
      const [now, erasedAt] = [clock(), isNow ? clock() : inDays(erasingDays)];
      await db.transaction(async (tx) => {
        await ensureErasable(tx, account);
        await insertApproved(tx, { userId, posts, erasedAt, now });
        await erasing.schedule(tx, userId, erasedAt);
        if (!isNow) await tellApproved(tx, account, erasedAt);
      });
      if (!isNow) return erasedAt;
      await erasing.eraseNow(userId);
      return null;
    },
  };
}
export type DeletionRequestService = ReturnType<typeof createDeletionRequestService>;

function presentOwn(row: RequestRow | null): OwnDeletionRequest {
  const isWithdrawn = row?.closedAt && row.erasedAt === null && row.refusal === null;
  if (!row || isWithdrawn)
    return { state: "none", posts: null, created_at: null, erased_at: null, refusal: null };
  return {
    state: row.closedAt === null ? "asked" : row.erasedAt ? "approved" : "refused",
    posts: row.posts,
    created_at: row.createdAt.toISOString(),
    erased_at: row.erasedAt?.toISOString() ?? null,
    refusal: row.refusal,
  };
}

const present = (row: Awaited<ReturnType<typeof openRequests>>[number]): DeletionRequest => ({
  id: row.id,
  user: { id: row.userId, name: row.name, email: row.email },
  posts: row.posts,
  reason: row.reason,
  means: { posts: row.published, comments: row.comments, reviews: row.reviews },
  created_at: row.createdAt.toISOString(),
});
