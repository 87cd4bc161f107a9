import type { Decision } from "@cairn/contract";
import { hashJson } from "../../lib/canonical-hash.ts";

export interface LedgerEntry {
  readonly seq: number;
  readonly contentId: number;
  readonly revisionNumber: number;
  readonly revisionHash: Buffer;
  readonly mediaHash: Buffer | null;
  readonly decision: Decision;
  readonly reviewerId: number;
  readonly reason: string | null;
  readonly decidedAt: Date;
  readonly previousHash: Buffer;
}

/** The previous hash of the first row. */
export const genesisHash = Buffer.alloc(32);

/** The hash of a row. It covers all its fields, including the hash of the previous row. */
export const hashEntry = (entry: LedgerEntry): Buffer =>
  hashJson({
    seq: entry.seq,
    content: entry.contentId,
    revision: entry.revisionNumber,
    revision_sha256: entry.revisionHash.toString("hex"),
    media_sha256: entry.mediaHash?.toString("hex") ?? null,
    decision: entry.decision,
    reviewer: entry.reviewerId,
    reason: entry.reason,
    decided_at: entry.decidedAt.toISOString(),
    previous: entry.previousHash.toString("hex"),
  });
