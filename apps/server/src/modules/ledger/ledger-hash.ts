import { createHash } from "node:crypto";
import type { Decision } from "@cairn/contract";
import { canonicalJson } from "@cairn/tlog";

export interface LedgerEntry {
  readonly seq: number;
  readonly contentId: number;
  readonly revisionNumber: number;
  readonly revisionHash: Buffer;
  readonly mediaHash: Buffer | null;
  readonly decision: Decision;
  readonly reviewerId: number;
  readonly reasonCommitment: Buffer | null;
  readonly decidedAt: Date;
  readonly previousHash: Buffer;
}

/** The previous hash of the first row. */
export const genesisHash = Buffer.alloc(32);

/** A row as a leaf of the log, without names and free text: a leaf can never be changed or erased. */
export const leafOf = (entry: LedgerEntry): string =>
  canonicalJson({
    v: 2,
    seq: entry.seq,
    content: entry.contentId,
    revision: entry.revisionNumber,
    revision_hash: entry.revisionHash.toString("hex"),
    media_hash: entry.mediaHash?.toString("hex") ?? null,
    decision: entry.decision,
    reviewer: entry.reviewerId,
    reason_commitment: entry.reasonCommitment?.toString("hex") ?? null,
    time: entry.decidedAt.toISOString(),
    previous: entry.previousHash.toString("hex"),
  });

/** The hash that the next row names. */
export const hashLeaf = (leaf: string): Buffer => createHash("sha256").update(leaf).digest();

/** Commits to the reason in the leaf. Without the salt of 32 random bytes, a reason could be guessed. */
export const commitTo = (salt: Buffer, reason: string): Buffer =>
  createHash("sha256").update(salt).update(reason).digest();
