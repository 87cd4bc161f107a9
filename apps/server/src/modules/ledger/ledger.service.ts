import { type LedgerNote, type LedgerPage, limits, type Review } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { publicAddress } from "../../lib/public-address.ts";
import { seesUnpublished } from "../content/content.policy.ts";
import type { Viewer } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { mayReadReview } from "./ledger.policy.ts";
import {
  appendToLedger,
  type DecisionRow,
  decisionsAbout,
  latestDecisions,
  type NewDecision,
  type NoteRow,
  newestRow,
  notesBetween,
  publishedFacts,
} from "./ledger.repository.ts";
import { reviewerCommitment } from "./ledger-hash.ts";
import type { LogService } from "./log/log.service.ts";
import { canonicalRevision } from "./revision-hash.ts";

export type { NewDecision } from "./ledger.repository.ts";

interface CursorAsk {
  cursor?: string;
  per_page?: number;
}

interface Dependencies {
  db: Database;
  users: UserService;
  log: Pick<LogService, "ensureNew" | "seenBy" | "state">;
}

export function createLedgerService({ db, users, log }: Dependencies) {
  return {
    /** The decisions about an item's revisions, newest first, with the fields that this reader may see. */
    listOf: async (viewer: Viewer | null, contentId: number): Promise<Review[]> =>
      (await decisionsAbout(db.query, contentId)).map((row) => {
        const { reviewer, ...review } = presentReview(row, viewer);
        return {
          ...review,
          reviewer: reviewer && {
            ...reviewer,
            avatar_small_url: row.reviewerPhoto && publicAddress(row.reviewerPhoto),
            has_page: row.reviewerHasPage,
          },
          ...(seesUnpublished(viewer, row.authorId) && presentExchange(row)),
        };
      }),

    /** How many of the log's witnesses have seen the approval of a public item. */
    seenBy: log.seenBy,

    /** The newest checkpoint of the decision log, and its witnesses. */
    logState: log.state,

    /** Appends a decision to the chain and returns its row number. @throws AppError log_behind */
    async append(tx: Transaction, decision: NewDecision): Promise<number> {
      const seq = await appendToLedger(tx, decision);
      log.ensureNew(seq);
      return seq;
    },

    /** All decisions, newest first. */
    async page(
      bearer: Bearer | null,
      { cursor, per_page: perPage = limits.ledgerPage }: CursorAsk,
    ): Promise<LedgerPage> {
      const before = cursor === undefined ? null : decodeCursor(cursor).id;
      const rows = await latestDecisions(db.query, before, perPage + 1);
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      const head = await newestRow(db.query);
      const isMore = rows.length > perPage;
      const notes = await notesBetween(db.query, (isMore && last?.seq) || 0, before);
      const viewer = await users.viewerOf(bearer);
      return {
        items: shown.map((row) => ({ ...presentReview(row, viewer), title: row.title })),
        notes: notes.map(presentNote),
        next: last && isMore ? encodeCursor({ at: last.decidedAt, id: last.seq }) : null,
        head: head && { seq: head.seq, hash: head.hash.toString("hex") },
      };
    },

    /** The published revision as the canonical bytes behind its hash in the ledger. */
    async canonicalRevision(contentId: number): Promise<string> {
      const facts = await publishedFacts(db.query, contentId);
      if (!facts) throw new AppError("content_not_found");
      return canonicalRevision(facts);
    },
  };
}
export type LedgerService = ReturnType<typeof createLedgerService>;

/** The exchange between reviewer and author, which the log does not contain. */
const presentExchange = ({
  approvalNote,
  answer,
}: {
  approvalNote: string | null;
  answer: string | null;
}) => ({
  ...(approvalNote !== null && { note: approvalNote }),
  ...(answer !== null && { answer }),
});

const presentNote = ({ seq, leaf, hash, reason, salt }: NoteRow): LedgerNote => ({
  seq,
  leaf,
  hash: hash.toString("hex"),
  ...(reason !== null && salt && { reason, reason_salt: salt.toString("hex") }),
});

function presentReview(row: DecisionRow, viewer: Viewer | null): Review {
  const isOpen = mayReadReview(viewer, row);
  const isErased = row.reviewerSalt === null;
  return {
    seq: row.seq,
    content_id: row.contentId,
    revision: row.revisionNumber,
    decision: row.decision,
    reviewer:
      isOpen && !isErased ? { id: row.reviewerId, name: row.reviewerName, role: row.reviewerRole } : null,
    ...(isOpen && isErased && { reviewer_erased: true as const }),
    reviewer_commitment: reviewerCommitment(row),
    reviewer_salt: (isOpen && row.reviewerSalt?.toString("hex")) || null,
    reason: isOpen ? row.reason : null,
    reason_commitment: row.reasonCommitment?.toString("hex") ?? null,
    reason_salt: (isOpen && row.salt?.toString("hex")) || null,
    decided_at: row.decidedAt.toISOString(),
    revision_hash: row.revisionHash.toString("hex"),
    media_hash: row.mediaHash?.toString("hex") ?? null,
    previous_hash: row.previousHash.toString("hex"),
    hash: row.hash.toString("hex"),
  };
}
