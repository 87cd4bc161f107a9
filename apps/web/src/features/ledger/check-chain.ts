import type { LedgerNote, LedgerRow } from "@cairn/contract";
import { concat, encode, fromHex, toHex } from "@cairn/tlog";
import { sha256 } from "../../lib/sha256.ts";

export type Verdict =
  /**
   * Every row follows from the one before; `from` and `to` are the first and the last row. The content of `withheld`
   * rows is not public, so their hashes could only be compared with those of their neighbours.
   */
  | { fits: true; from: number; to: number; hash: string; withheld: number }
  | { fits: false; seq: number; why: string };

type CheckedRow = Pick<
  LedgerRow,
  | "seq"
  | "content_id"
  | "revision"
  | "revision_hash"
  | "media_hash"
  | "decision"
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
  readonly row: CheckedRow | null;
  /** The JSON that the hash is made of; null if it is not public in full. */
  readonly said: string | null;
}

/** The previous hash that row 1 names. */
const genesis = "0".repeat(64);

/**
 * Verifies a stretch of the ledger from its oldest row to its newest, by the rules of docs/guides/verify.md, and stops
 * at the first row that does not fit. `rows` and `notes` come newest first, as the server returns them; at least one.
 */
export async function checkChain(
  rows: readonly CheckedRow[],
  notes: readonly LedgerNote[] = [],
): Promise<Verdict> {
  const chain = [...rows.map(linkOfRow), ...notes.map(linkOfNote)].sort((one, other) => one.seq - other.seq);
  let before: Link | undefined;
  for (const link of chain) {
    const why = (before ? linkProblem(link, before) : startProblem(link)) ?? (await hashProblem(link));
    if (why) return { fits: false, seq: link.seq, why };
    before = link;
  }
  const [first, last] = [chain[0], before];
  if (!first || !last) throw new Error("There is no row to check.");
  const withheld = rows.filter(({ reviewer }) => reviewer === null).length;
  return { fits: true, from: first.seq, to: last.seq, hash: last.hash, withheld };
}

const linkOfRow = (row: CheckedRow): Link => ({
  ...row,
  row,
  said: row.reviewer === null ? null : canonicalRow(row),
});

/** A note that is no JSON names no row before it, so that it does not fit. */
function linkOfNote({ seq, leaf, hash }: LedgerNote): Link {
  const [, previous = ""] = /"previous":"([0-9a-f]{64})"/.exec(leaf) ?? [];
  return { seq, hash, previous_hash: previous, row: null, said: leaf };
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

/** A row's hash cannot be recomputed without its reviewer. */
async function hashProblem({ said, hash, row }: Link) {
  if (said !== null && toHex(await sha256(encode(said))) !== hash) {
    return "Its hash does not match its content.";
  }
  const { reason, reason_salt, reason_commitment } = row ?? {};
  // Without a reason there is nothing to compare: there was none, it was erased, or it is not public.
  if (reason == null) return;
  if (toHex(await sha256(concat(fromHex(reason_salt ?? ""), encode(reason)))) !== reason_commitment)
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
    reviewer: row.reviewer?.id,
    revision: row.revision,
    revision_hash: row.revision_hash,
    seq: row.seq,
    time: row.decided_at,
    v: 2,
  });
