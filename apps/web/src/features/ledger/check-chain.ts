import type { LedgerRow } from "@cairn/contract";

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
  | "decided_at"
  | "previous_hash"
  | "hash"
> & { reviewer: { id: number } | null };

/** The previous hash that row 1 names. */
const genesis = "0".repeat(64);

/**
 * Verifies a stretch of the ledger from its oldest row to its newest, by the rules of docs/guides/verify.md, and stops
 * at the first row that does not fit. `rows` come newest first, as the server returns them; at least one.
 */
export async function checkChain(rows: readonly CheckedRow[]): Promise<Verdict> {
  const chain = rows.toReversed();
  let before: CheckedRow | undefined;
  for (const row of chain) {
    const why = (before ? linkProblem(row, before) : startProblem(row)) ?? (await hashProblem(row));
    if (why) return { fits: false, seq: row.seq, why };
    before = row;
  }
  const [first, last] = [chain[0], before];
  if (!first || !last) throw new Error("There is no row to check.");
  const withheld = chain.filter(({ reviewer }) => reviewer === null).length;
  return { fits: true, from: first.seq, to: last.seq, hash: last.hash, withheld };
}

function linkProblem(row: CheckedRow, before: CheckedRow) {
  if (row.seq !== before.seq + 1) return `It follows row ${before.seq}: something is missing between them.`;
  if (row.previous_hash !== before.hash) return "It names another hash than the row before it has.";
}

/** Only row 1 has no row before it. */
const startProblem = (row: CheckedRow) =>
  row.seq === 1 && row.previous_hash !== genesis
    ? "It is the first row, and names one before it."
    : undefined;

/** A row's hash cannot be recomputed without its reviewer and reason. */
const hashProblem = async (row: CheckedRow) =>
  row.reviewer === null || (await sha256(canonicalRow(row))) === row.hash
    ? undefined
    : "What it says is not what its hash was made of.";

/** RFC 8785: keys in order, no white space. Strings and whole numbers are written by JSON.stringify as it demands. */
export const canonicalRow = (row: CheckedRow): string =>
  JSON.stringify({
    content: row.content_id,
    decided_at: row.decided_at,
    decision: row.decision,
    media_sha256: row.media_hash,
    previous: row.previous_hash,
    reason: row.reason,
    reviewer: row.reviewer?.id,
    revision: row.revision,
    revision_sha256: row.revision_hash,
    seq: row.seq,
  });

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
