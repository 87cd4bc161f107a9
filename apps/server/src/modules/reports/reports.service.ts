import { limits, type Report, type ReportDraft } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { CommentService } from "../comments/comments.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import {
  countOpen,
  findReport,
  markClosed,
  noteClosing,
  openReports,
  putReport,
  type ReportRow,
} from "./reports.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  content: ContentService;
  comments: Pick<CommentService, "ensureReadable">;
  webhooks: Pick<WebhookService, "announce">;
  rateLimits: RateLimits;
  clock: Clock;
}

const reported = { message: "Reported" } as const;
type Reported = typeof reported;

interface Ask {
  cursor?: string;
  per_page?: number;
}

/** Members' reports to the admins. */
export function createReportService({
  db,
  users,
  content,
  comments,
  webhooks,
  rateLimits,
  clock,
}: Dependencies) {
  /** Stores it, and announces it if there was none of this reporter about this. */
  async function put(tx: Transaction, report: Parameters<typeof putReport>[1]): Promise<Reported> {
    const reportId = await putReport(tx, report);
    const row = reportId === null ? null : await findReport(tx, reportId);
    if (row) {
      const { contentId, commentId } = report;
      const about = { reportId: row.id, contentId, commentId, title: row.title };
      await webhooks.announce(tx, { event: "report.created", ...about });
    }
    return reported;
  }

  return {
    async report(
      { userId }: Bearer,
      contentId: number,
      draft: ReportDraft,
      transact: Transact<Reported>,
    ): Promise<Reported> {
      await rateLimits.take("changeByUser", String(userId));
      const reporter = await users.active(userId);
      const report = { contentId, reporterId: reporter.id, ...storedForm(draft), createdAt: clock() };
      return transact(async (tx) => {
        await content.ensurePublished(tx, contentId);
        return put(tx, { ...report, commentId: null });
      });
    },

    /** @throws AppError comment_not_found, also if the reporter may not see its item. */
    async reportComment(
      bearer: Bearer,
      commentId: number,
      draft: ReportDraft,
      transact: Transact<Reported>,
    ): Promise<Reported> {
      await rateLimits.take("changeByUser", String(bearer.userId));
      const { contentId } = await comments.ensureReadable(bearer, commentId);
      const report = {
        contentId,
        commentId,
        reporterId: bearer.userId,
        ...storedForm(draft),
        createdAt: clock(),
      };
      try {
        return await transact((tx) => put(tx, report));
      } catch (error) {
        // It was deleted in this moment.
        if (violates(error, "reports_comment_id_fkey")) throw new AppError("comment_not_found");
        throw error;
      }
    },

    async list(ask: Ask): Promise<{ items: Report[]; next: string | null; total: number }> {
      const page = await pageOf(ask, (after, limit) => openReports(db.query, after, limit));
      const total = await countOpen(db.query);
      return { items: page.rows.map(presentReport), next: page.next, total };
    },

    async close(adminId: number, id: number): Promise<Report> {
      return db.transaction(async (tx) => {
        const doneAt = clock();
        const isClosed = await markClosed(tx, id, adminId, doneAt);
        const report = await findReport(tx, id);
        if (!report) throw new AppError("report_not_found");
        const closing = { adminId, subjectId: report.contentId, subject: report.title, doneAt };
        if (isClosed) await noteClosing(tx, closing);
        return presentReport(report);
      });
    },
  };
}
export type ReportService = ReturnType<typeof createReportService>;

/** Reads one row more than a page shows, to find out whether there is a next page. */
async function pageOf<Row extends { id: number; createdAt: Date }>(
  { cursor, per_page: perPage = limits.adminPage }: Ask,
  read: (after: { at: Date; id: number } | null, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> {
  const found = await read(cursor === undefined ? null : decodeCursor(cursor), perPage + 1);
  const rows = found.slice(0, perPage);
  const last = rows.at(-1);
  const next = last && found.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null;
  return { rows, next };
}

const storedForm = (draft: ReportDraft) => ({ ...draft, reason: draft.reason.trim() });

const presentReport = (row: ReportRow): Report => ({
  id: row.id,
  content: { id: row.contentId, title: row.title, status: row.status },
  reporter: { id: row.reporterId, name: row.reporterName },
  comment: row.comment && row.commentAuthor && { ...row.comment, author: row.commentAuthor },
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
});
