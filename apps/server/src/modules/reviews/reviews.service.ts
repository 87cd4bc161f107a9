import type {
  Approval,
  Decision,
  DeskItem,
  Flag,
  NeedsWork,
  Reaffirmation,
  Removal,
  SeenOutcomes,
} from "@cairn/contract";
import type { Transact } from "../../calls/idempotency.ts";
import type { Transaction } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { latestTime } from "../../lib/cursor.ts";
import type { CodeCheckService } from "../code-checks/code-checks.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ItemFacts, NotificationService } from "../notifications/notifications.service.ts";
import type { RenewalService } from "../standing/renewals.service.ts";
import { endOfInterval } from "../standing/standing.policy.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import type { DeskService } from "./desk.service.ts";
import { approvable, flaggable, mayDecide, removable, statusAfterFlag } from "./reviews.policy.ts";
import {
  insertApprovalNote,
  type LockedReviewState,
  lockReviewState,
  quoteRevision,
  writeReviewState,
} from "./reviews.repository.ts";

interface Dependencies {
  content: Pick<ContentService, "followPublication">;
  desk: Pick<DeskService, "get">;
  ledger: LedgerService;
  codeChecks: Pick<CodeCheckService, "markedIn" | "outcomesOf" | "insertOutcomes">;
  renewals: RenewalService;
  notifications: NotificationService;
  webhooks: Pick<WebhookService, "announce">;
  clock: Clock;
}

/** Who decides about which item, and when the request reached the server. */
export interface DecisionCall {
  readonly adminId: number;
  readonly contentId: number;
  readonly receivedAt: Date;
  readonly transact: Transact<DeskItem>;
}

/**
 * The ledger row, the item's new state and the answer to the call's key are written in one transaction: all or nothing.
 */
export function createReviewService({
  content,
  desk,
  ledger,
  codeChecks,
  renewals,
  notifications,
  webhooks,
  clock,
}: Dependencies) {
  function decide(
    { adminId, contentId, receivedAt, transact }: DecisionCall,
    seen: number | undefined,
    work: (tx: Transaction, item: LockedReviewState) => Promise<void>,
  ): Promise<DeskItem> {
    return transact(async (tx) => {
      const item = await lockReviewState(tx, contentId);
      if (!item || item.status === "Draft") throw new AppError("content_not_found");
      ensure(mayDecide(adminId, item), "not_allowed", {
        sentence: "You cannot decide about your own item. Another admin has to.",
      });
      ensureKnown(item, seen, receivedAt);
      await work(tx, item);
      return desk.get(adminId, contentId, tx);
    });
  }

  /** Appends to the chain. Every decision locks the item before the chain, so that decisions cannot deadlock. */
  async function note(
    tx: Transaction,
    { adminId }: DecisionCall,
    { id: contentId, authorId, publishedRevision }: LockedReviewState,
    { decision, number, reason }: { decision: Decision; number: number; reason: string | null },
  ): Promise<Noted> {
    const { quoted, words, intervalDays } = await quoteRevision(tx, contentId, number);
    const decidedAt = clock();
    const entry = { contentId, ...quoted, decision, reviewerId: adminId, reason, decidedAt };
    const seq = await ledger.append(tx, entry);
    const facts = { ...words, authorId, isPublished: publishedRevision !== null };
    return { seq, revisionId: quoted.revisionId, decidedAt, intervalDays, facts };
  }

  /** What stands with the decision of row `seq`, outside of the log, so that the note can be erased. */
  async function addTo(
    tx: Transaction,
    seq: number,
    { words, outcomes }: { words: string | null; outcomes: SeenOutcomes | null },
  ): Promise<void> {
    if (words !== null) await insertApprovalNote(tx, seq, words);
    if (outcomes?.length) await codeChecks.insertOutcomes(tx, seq, outcomes);
  }

  /** The end of a verification that begins now. @throws AppError invalid_input for an end that has passed. */
  function endOf(wanted: string | null | undefined, { intervalDays, decidedAt }: Noted): Date | null {
    if (wanted === undefined) return endOfInterval(intervalDays, decidedAt);
    if (wanted === null) return null;
    const end = new Date(wanted);
    // A leap second is no date in JavaScript, and what is beyond the year 9999 none in PostgreSQL.
    if (!(end > decidedAt && end.getTime() <= latestTime)) {
      throw fieldError("good_until", "must be in the future");
    }
    return end;
  }

  return {
    /** Publishes exactly the named revision. @throws AppError checks_failed */
    async approve(
      call: DecisionCall,
      { revision, seen, note: written, good_until: wanted, checks = [] }: Approval,
    ): Promise<DeskItem> {
      const marked = await codeChecks.markedIn(call.contentId, revision);
      return decide(call, seen, async (tx, item) => {
        ensure(approvable(item) === revision, "decision_stale");
        const words = written?.trim() ?? null;
        const outcomes = codeChecks.outcomesOf(marked, checks, words);
        const noted = await note(tx, call, item, { decision: "approved", number: revision, reason: null });
        const { seq, revisionId, decidedAt, facts } = noted;
        await writeReviewState(tx, item.id, {
          status: "Published",
          pendingRevisionId: null,
          publishedRevisionId: revisionId,
          publishedReview: seq,
          publishedAt: item.publishedAt ?? decidedAt,
          verifiedAt: decidedAt,
          goodUntil: endOf(wanted, noted),
          supersededBy: null,
        });
        await content.followPublication(tx, item.id);
        await addTo(tx, seq, { words, outcomes });
        const isFirst = item.publishedAt === null;
        await webhooks.announce(tx, { event: "content.approved", ...about(item, revision, facts), isFirst });
        const happening = { event: "approved", contentId: item.id, revision, isFirst, note: words } as const;
        await notifications.notify(tx, happening, facts);
      });
    },

    /** Refuses a waiting revision, or unpublishes the published one. */
    flag: (call: DecisionCall, { reason, revision, seen }: Flag): Promise<DeskItem> =>
      decide(call, seen, async (tx, item) => {
        const number = revision ?? flaggable(item)[0];
        if (number === undefined || !flaggable(item).includes(number)) throw new AppError("decision_stale");
        const { facts } = await note(tx, call, item, { decision: "flagged", number, reason: reason.trim() });
        const wasPublic = number === item.publishedRevision;
        await writeReviewState(tx, item.id, {
          status: statusAfterFlag(item, number),
          ...(number === item.pendingRevision && { pendingRevisionId: null }),
          ...(wasPublic && { publishedRevisionId: null, publishedReview: null }),
        });
        if (wasPublic) await content.followPublication(tx, item.id);
        await webhooks.announce(tx, { event: "content.flagged", ...about(item, number, facts) });
        const happening = { event: "flagged", contentId: item.id, revision: number, reason } as const;
        await notifications.notify(tx, happening, facts);
      }),

    /** Permanent: the item can no longer be read or reviewed. */
    remove: (call: DecisionCall, removal: Removal | undefined): Promise<DeskItem> =>
      decide(call, removal?.seen, async (tx, item) => {
        const number = removable(item);
        const { revision = number } = removal ?? {};
        const reason = removal?.reason?.trim() ?? null;
        if (number === null || revision !== number) throw new AppError("decision_stale");
        const { facts } = await note(tx, call, item, { decision: "removed", number, reason });
        await writeReviewState(tx, item.id, {
          status: "Removed",
          pendingRevisionId: null,
          publishedRevisionId: null,
          publishedReview: null,
        });
        await content.followPublication(tx, item.id);
        await webhooks.announce(tx, { event: "content.removed", ...about(item, number, facts) });
        const happening = { event: "removed", contentId: item.id, revision: number, reason } as const;
        await notifications.notify(tx, happening, facts);
      }),

    /**
     * Still true: gives what readers are served a new date, and lifts what a reviewer asked for. The end of a version
     * that it names stays, and without `checks` what an earlier decision says of its code. @throws AppError checks_failed
     */
    async reaffirm(
      call: DecisionCall,
      { revision, seen, note: written, good_until: wanted, checks }: Reaffirmation,
    ): Promise<DeskItem> {
      const marked = checks ? await codeChecks.markedIn(call.contentId, revision) : [];
      return decide(call, seen, async (tx, item) => {
        ensure(item.publishedRevision === revision, "decision_stale");
        const words = written?.trim() ?? null;
        const outcomes = codeChecks.outcomesOf(marked, checks ?? [], words);
        const noted = await note(tx, call, item, { decision: "reaffirmed", number: revision, reason: null });
        await renewals.liftReview(tx, item.id);
        await writeReviewState(tx, item.id, {
          status: "Published",
          verifiedAt: noted.decidedAt,
          goodUntil: endOf(wanted, noted),
        });
        await addTo(tx, noted.seq, { words, outcomes });
        const happening = { event: "reaffirmed", contentId: item.id, revision, note: words } as const;
        await notifications.notify(tx, happening, noted.facts);
      });
    },

    /** The item is due, with this reason, until a new revision is approved or a reviewer says that it is still true. */
    askForWork: (call: DecisionCall, { revision, seen, reason: written }: NeedsWork): Promise<DeskItem> =>
      decide(call, seen, async (tx, item) => {
        ensure(item.publishedRevision === revision, "decision_stale");
        const reason = written.trim();
        await renewals.giveReview(tx, item.id, reason, clock());
        await writeReviewState(tx, item.id, { status: "Published" });
        await notifications.notify(tx, { event: "needsWork", contentId: item.id, revision, reason });
      }),

    /** Names the public item that replaces this one; null takes that back. @throws AppError cannot_supersede */
    supersede: (call: DecisionCall, by: number | null): Promise<DeskItem> =>
      decide(call, undefined, async (tx, item) => {
        const { publishedRevision: revision } = item;
        if (revision === null) throw new AppError("decision_stale");
        if (by === null) await renewals.namedSuccessor(tx, item.id);
        const decision = by === null ? "reinstated" : "superseded";
        const { facts } = await note(tx, call, item, { decision, number: revision, reason: null });
        if (by !== null) await renewals.ensureMayReplace(tx, item.id, by);
        await writeReviewState(tx, item.id, { status: "Published", supersededBy: by });
        await notifications.notify(tx, { event: decision, contentId: item.id, revision }, facts);
      }),
  };
}
export type ReviewService = ReturnType<typeof createReviewService>;

/** What webhooks are told of an item. */
const about = ({ id: contentId }: LockedReviewState, revision: number, { title, authorId }: ItemFacts) => ({
  contentId,
  revision,
  title,
  authorId,
});

/** A row of the ledger, with what the decision needs of its revision. */
interface Noted {
  readonly seq: number;
  readonly revisionId: number;
  readonly decidedAt: Date;
  readonly intervalDays: number | null;
  readonly facts: ItemFacts;
}

/**
 * Rejects a decision that would override one the admin cannot have seen: one made after the row that they name as seen
 * or, if they name none, while their own request was in flight.
 */
function ensureKnown(
  { last, newestSeq }: LockedReviewState,
  seen: number | undefined,
  receivedAt: Date,
): void {
  const isKnown =
    seen === undefined ? !last || last.decidedAt < receivedAt : (last?.seq ?? 0) <= seen && seen <= newestSeq;
  ensure(isKnown, "decision_stale");
}
