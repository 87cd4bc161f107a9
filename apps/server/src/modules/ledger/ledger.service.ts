import type { Review } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { type DecisionRow, decisionsAbout } from "./ledger.repository.ts";

export function createLedgerService({ db }: { db: Database }) {
  return {
    /** Who decided what about which revision of an item, newest first. */
    listOf: async (contentId: number): Promise<Review[]> =>
      (await decisionsAbout(db.query, contentId)).map(presentReview),
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
