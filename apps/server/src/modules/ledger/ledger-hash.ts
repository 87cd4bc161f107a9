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
  /** 32 random bytes; null: destroyed, because the reviewer was erased. */
  readonly reviewerSalt: Buffer | null;
  /** The leaf's own, where the salt is destroyed; else null. */
  readonly reviewerCommitment: Buffer | null;
  readonly reasonCommitment: Buffer | null;
  readonly decidedAt: Date;
  readonly previousHash: Buffer;
}

/** The number of the format that docs/guides/verify.md describes. */
export const leafVersion = 3;

/** The previous hash of the first row. */
export const genesisHash = Buffer.alloc(32);

/**
 * A row as a leaf of the log, without free text, and without a word of who decided: a leaf can never be changed or
 * erased, and the work may not be public, or not stay public (docs/rules.md#public-log).
 */
export const leafOf = (entry: LedgerEntry): string =>
  canonicalJson({
    v: leafVersion,
    seq: entry.seq,
    content: entry.contentId,
    revision: entry.revisionNumber,
    revision_hash: entry.revisionHash.toString("hex"),
    media_hash: entry.mediaHash?.toString("hex") ?? null,
    decision: entry.decision,
    reviewer_commitment: reviewerCommitment(entry),
    reason_commitment: entry.reasonCommitment?.toString("hex") ?? null,
    time: entry.decidedAt.toISOString(),
    previous: entry.previousHash.toString("hex"),
  });

type Reviewed = Pick<LedgerEntry, "reviewerId" | "reviewerSalt" | "reviewerCommitment">;

/** A leaf's commitment to its reviewer, in hexadecimal. */
export function reviewerCommitment({ reviewerId, reviewerSalt, reviewerCommitment: kept }: Reviewed): string {
  const commitment = kept ?? (reviewerSalt && commitTo(reviewerSalt, String(reviewerId)));
  return commitment?.toString("hex") ?? "";
}

/** The hash that the next row names. */
export const hashLeaf = (leaf: string): Buffer => createHash("sha256").update(leaf).digest();

/** Commits to what a leaf must not say: a reason, or a reviewer's id. Without 32 random bytes it could be guessed. */
export const commitTo = (salt: Buffer, text: string): Buffer =>
  createHash("sha256").update(salt).update(text).digest();
