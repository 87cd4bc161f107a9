import { type LedgerPage, limits, type Review } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import {
  appendToLedger,
  type DecisionRow,
  decisionsAbout,
  latestDecisions,
  type NewDecision,
  newestRow,
} from "./ledger.repository.ts";
import { canonicalRevision } from "./revision-hash.ts";
import { publishedFacts } from "./verification.repository.ts";

export type { NewDecision } from "./ledger.repository.ts";

interface CursorAsk {
  cursor?: string;
  per_page?: number;
}

export function createLedgerService({ db }: { db: Database }) {
  return {
    /** Who decided what about which revision of an item, newest first. */
    listOf: async (contentId: number): Promise<Review[]> =>
      (await decisionsAbout(db.query, contentId)).map(presentReview),

    /** Appends a decision to the chain and answers its number. */
    append: (tx: Transaction, decision: NewDecision): Promise<number> => appendToLedger(tx, decision),

    /** All decisions, newest first. */
    async page({ cursor, per_page: perPage = limits.ledgerPage }: CursorAsk): Promise<LedgerPage> {
      const before = cursor === undefined ? null : decodeCursor(cursor).id;
      const rows = await latestDecisions(db.query, before, perPage + 1);
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      const head = await newestRow(db.query);
      return {
        items: shown.map((row) => ({ ...presentReview(row), title: row.title })),
        next: last && rows.length > perPage ? encodeCursor({ at: last.decidedAt, id: last.seq }) : null,
        head: head && { seq: head.seq, hash: head.hash.toString("hex") },
      };
    },

    /** The published revision as the bytes that its hash in the ledger is made of. */
    async canonicalRevision(contentId: number): Promise<string> {
      const facts = await publishedFacts(db.query, contentId);
      if (!facts) throw new AppError("content_not_found");
      return canonicalRevision(facts);
    },
  };
}
export type LedgerService = ReturnType<typeof createLedgerService>;

const presentReview = (row: DecisionRow): Review => ({
  seq: row.seq,
  content_id: row.contentId,
  revision: row.revisionNumber,
  decision: row.decision,
  reviewer: { id: row.reviewerId, name: row.reviewerName, role: row.reviewerRole },
  reason: row.reason,
  decided_at: row.decidedAt.toISOString(),
  revision_hash: row.revisionHash.toString("hex"),
  media_hash: row.mediaHash?.toString("hex") ?? null,
  previous_hash: row.previousHash.toString("hex"),
  hash: row.hash.toString("hex"),
});
