import type { Approval, Decision, Flag, Removal } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ItemFacts, NotificationService } from "../notifications/notifications.service.ts";
import { approvable, flaggable, mayDecide, removable, statusAfterFlag } from "./reviews.policy.ts";
import {
  insertApprovalNote,
  type LockedStanding,
  lockStanding,
  quoteRevision,
  writeStanding,
} from "./reviews.repository.ts";

interface Dependencies {
  db: Database;
  ledger: LedgerService;
  notifications: NotificationService;
  clock: Clock;
}

/** Who decides about which item, and when the request reached the server. */
export interface DecisionCall {
  readonly adminId: number;
  readonly contentId: number;
  readonly receivedAt: Date;
}

/** The ledger row and the item's new state are written in one transaction: both or neither. */
export function createReviewService({ db, ledger, notifications, clock }: Dependencies) {
  function decide(
    { adminId, contentId, receivedAt }: DecisionCall,
    seen: number | undefined,
    work: (tx: Transaction, item: LockedStanding) => Promise<void>,
  ): Promise<void> {
    return db.transaction(async (tx) => {
      const item = await lockStanding(tx, contentId);
      if (!item || item.status === "Draft") throw new AppError("content_not_found");
      ensure(mayDecide(adminId, item), "not_allowed", {
        sentence: "You cannot decide about your own item. Another admin has to.",
      });
      ensureKnown(item.last, seen, receivedAt);
      await work(tx, item);
    });
  }

  /** Appends to the chain. Every decision locks the item before the chain, so that decisions cannot deadlock. */
  async function note(
    tx: Transaction,
    { adminId }: DecisionCall,
    { id: contentId, authorId, publishedRevision }: LockedStanding,
    { decision, number, reason }: { decision: Decision; number: number; reason: string | null },
  ): Promise<{ seq: number; revisionId: number; decidedAt: Date; facts: ItemFacts }> {
    const { quoted, words } = await quoteRevision(tx, contentId, number);
    const decidedAt = clock();
    const entry = { contentId, ...quoted, decision, reviewerId: adminId, reason, decidedAt };
    const seq = await ledger.append(tx, entry);
    const facts = { ...words, authorId, isPublished: publishedRevision !== null };
    return { seq, revisionId: quoted.revisionId, decidedAt, facts };
  }

  return {
    /** Publishes exactly the named revision. The note stays out of the log, so that it can be erased. */
    approve: (call: DecisionCall, { revision, seen, note: written }: Approval): Promise<void> =>
      decide(call, seen, async (tx, item) => {
        ensure(approvable(item) === revision, "decision_stale");
        const { seq, revisionId, decidedAt, facts } = await note(tx, call, item, {
          decision: "approved",
          number: revision,
          reason: null,
        });
        await writeStanding(tx, item.id, {
          status: "Published",
          pendingRevisionId: null,
          publishedRevisionId: revisionId,
          publishedReview: seq,
          publishedAt: item.publishedAt ?? decidedAt,
        });
        const words = written?.trim() ?? null;
        if (words !== null) await insertApprovalNote(tx, seq, words);
        const isFirst = item.publishedAt === null;
        const happening = { event: "approved", contentId: item.id, revision, isFirst, note: words } as const;
        await notifications.notify(tx, happening, facts);
      }),

    /** Refuses a waiting revision, or unpublishes the published one. */
    flag: (call: DecisionCall, { reason, revision, seen }: Flag): Promise<void> =>
      decide(call, seen, async (tx, item) => {
        const number = revision ?? flaggable(item)[0];
        if (number === undefined || !flaggable(item).includes(number)) throw new AppError("decision_stale");
        const { facts } = await note(tx, call, item, { decision: "flagged", number, reason: reason.trim() });
        const wasPublic = number === item.publishedRevision;
        await writeStanding(tx, item.id, {
          status: statusAfterFlag(item, number),
          ...(number === item.pendingRevision && { pendingRevisionId: null }),
          ...(wasPublic && { publishedRevisionId: null, publishedReview: null }),
        });
        const happening = { event: "flagged", contentId: item.id, revision: number, reason } as const;
        await notifications.notify(tx, happening, facts);
      }),

    /** Permanent: the item can no longer be read or reviewed. */
    remove: (call: DecisionCall, removal: Removal | undefined): Promise<void> =>
      decide(call, removal?.seen, async (tx, item) => {
        const number = removable(item);
        const { revision = number } = removal ?? {};
        const reason = removal?.reason?.trim() ?? null;
        if (number === null || revision !== number) throw new AppError("decision_stale");
        const { facts } = await note(tx, call, item, { decision: "removed", number, reason });
        await writeStanding(tx, item.id, {
          status: "Removed",
          pendingRevisionId: null,
          publishedRevisionId: null,
          publishedReview: null,
        });
        const happening = { event: "removed", contentId: item.id, revision: number, reason } as const;
        await notifications.notify(tx, happening, facts);
      }),
  };
}
export type ReviewService = ReturnType<typeof createReviewService>;

/**
 * Rejects a decision that would override one the admin cannot have seen: one made after the row that they name as seen
 * or, if they name none, while their own request was in flight.
 */
function ensureKnown(last: LockedStanding["last"], seen: number | undefined, receivedAt: Date): void {
  const isKnown = seen === undefined ? !last || last.decidedAt < receivedAt : (last?.seq ?? 0) === seen;
  ensure(isKnown, "decision_stale");
}
