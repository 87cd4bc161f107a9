import type { LedgerNote, LedgerRow } from "@cairn/contract";
import { encode, toHex } from "@cairn/tlog";
import { commitmentTo, sha256 } from "../../lib/sha256.ts";

export type Verdict =
  /** Every row follows from the one before; `from` and `to` are the first and the last row. */
  { fits: true; from: number; to: number; hash: string } | { fits: false; seq: number; why: string };

type CheckedRow = Pick<
  LedgerRow,
  | "seq"
  | "content_id"
  | "revision"
  | "revision_hash"
  | "media_hash"
  | "decision"
  | "reviewer_commitment"
  | "reviewer_salt"
  | "reason"
  | "reason_commitment"
  | "reason_salt"
  | "decided_at"
  | "previous_hash"
  | "hash"
> & { reviewer: { id: number } | null };

/** What all rows have: those that are decisions, and those about the log itself. */
interface Link {
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
  /** null: it is about the log itself. */
  readonly row: CheckedRow | null;
  /** The JSON that the hash is made of. */
  readonly leaf: string;
}

/** The previous hash that row 1 names. */
const genesis = "0".repeat(64);

/**
 * Verifies a stretch of the ledger from its oldest row to its newest, by the rules of docs/guides/verify.md, and stops
 * at the first row that does not fit. `rows` and `notes` come newest first, as the server returns them; at least one.
 */
export function checkChain(rows: readonly CheckedRow[], notes: readonly LedgerNote[] = []): Verdict {
  const chain = [...rows.map(linkOfRow), ...notes.map(linkOfNote)].sort((one, other) => one.seq - other.seq);
  let before: Link | undefined;
  for (const link of chain) {
    const why = (before ? linkProblem(link, before) : startProblem(link)) ?? hashProblem(link);
    if (why) return { fits: false, seq: link.seq, why };
    before = link;
  }
  const [first, last] = [chain[0], before];
  if (!first || !last) throw new Error("There is no row to check.");
  return { fits: true, from: first.seq, to: last.seq, hash: last.hash };
}

const linkOfRow = (row: CheckedRow): Link => ({ ...row, row, leaf: canonicalRow(row) });

/** A note that is no JSON names no row before it, so that it does not fit. */
function linkOfNote({ seq, leaf, hash }: LedgerNote): Link {
  const [, previous = ""] = /"previous":"([0-9a-f]{64})"/.exec(leaf) ?? [];
  return { seq, hash, previous_hash: previous, row: null, leaf };
}

function linkProblem(row: Link, before: Link) {
  if (row.seq !== before.seq + 1) return `It follows row ${before.seq}, so a row is missing.`;
  if (row.previous_hash !== before.hash) return "Its hash of the row before it is wrong.";
}

/** Only row 1 has no row before it. */
const startProblem = (row: Link) =>
  row.seq === 1 && row.previous_hash !== genesis
    ? "It is the first row, but it names a row before it."
    : undefined;

function hashProblem({ leaf, hash, row }: Link) {
  if (toHex(sha256(encode(leaf))) !== hash) return "Its hash does not match its content.";
  if (!row) return leaf.includes('"decision":') ? "It is a decision, and is not shown as one." : undefined;
  const { reviewer, reviewer_salt, reviewer_commitment, reason, reason_salt, reason_commitment } = row;
  // Reviewer and reason of work that is not public are not shown, and a reason can be erased.
  if (reviewer && commitmentTo(String(reviewer.id), reviewer_salt) !== reviewer_commitment)
    return "Its reviewer does not match its hash.";
  if (reason !== null && commitmentTo(reason, reason_salt) !== reason_commitment)
    return "Its reason does not match its hash.";
}

/** RFC 8785: keys in order, no white space. Strings and whole numbers are written by JSON.stringify as it demands. */
export const canonicalRow = (row: CheckedRow): string =>
  JSON.stringify({
    content: row.content_id,
    decision: row.decision,
    media_hash: row.media_hash,
    previous: row.previous_hash,
    reason_commitment: row.reason_commitment,
    reviewer_commitment: row.reviewer_commitment,
    revision: row.revision,
    revision_hash: row.revision_hash,
    seq: row.seq,
    time: row.decided_at,
    v: 3,
  });
