import { describe, expect, test } from "vitest";
import { canonicalRow, checkChain } from "./check-chain.ts";

/** The worked example of docs/guides/verify.md. */
const first = {
  seq: 1,
  content_id: 1,
  revision: 1,
  decision: "approved" as const,
  reviewer: { id: 3 } as { id: number } | null,
  reason: null as string | null,
  decided_at: "2026-11-20T09:30:00.000Z",
  revision_hash: "f4afbed07081757a82b6db39d2b0634e23256713694cba3fb2a300a6a3722102",
  media_hash: null,
  previous_hash: "0".repeat(64),
  hash: "e7bc5eadf85fbbcac2c54e4ddde66341be5ce441d03158f00ccdfc230dc1a988",
};
type Row = typeof first;

async function hashOf(row: Row): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalRow(row)));
  return Buffer.from(digest).toString("hex");
}

/** So many rows after the first, newest first, with texts that JSON has to escape or must not. */
async function chainOf(length: number): Promise<Row[]> {
  const rows = [first];
  while (rows.length < length) {
    const previous = rows[0] ?? first;
    const said = {
      ...first,
      seq: previous.seq + 1,
      reason: 'Zoë’s “notes”\u2028 \\ "quoted" \u0007 𝒢',
      previous_hash: previous.hash,
    };
    rows.unshift({ ...said, hash: await hashOf(said) });
  }
  return rows;
}

const changed = (rows: readonly Row[], seq: number, change: Partial<Row>) =>
  rows.map((row) => (row.seq === seq ? { ...row, ...change } : row));

describe("a stretch of the ledger", () => {
  test("is valid from its first row to its newest", async () => {
    const rows = await chainOf(4);
    expect(await checkChain(rows)).toEqual({ fits: true, from: 1, to: 4, hash: rows[0]?.hash, withheld: 0 });
    expect(await checkChain(rows.slice(0, 2))).toEqual({
      fits: true,
      from: 3,
      to: 4,
      hash: rows[0]?.hash,
      withheld: 0,
    });
  });

  test.each([
    ["decision", { decision: "flagged" as Row["decision"] }],
    ["reason", { reason: "Another one" }],
    ["reviewer", { reviewer: { id: 4 } }],
    ["moment", { decided_at: "2026-11-20T09:30:00.001Z" }],
    ["revision", { revision_hash: "0".repeat(64) }],
  ])("names the row whose %s was changed", async (_what, change) => {
    expect(await checkChain(changed(await chainOf(4), 2, change))).toEqual({
      fits: false,
      seq: 2,
      why: "What it says is not what its hash was made of.",
    });
  });

  test("names the row after one that was rewritten with a matching hash", async () => {
    const rows = await chainOf(4);
    const forged = { ...first, seq: 2, reason: "Forged", previous_hash: first.hash };
    const hash = await hashOf(forged);
    expect(await checkChain(changed(rows, 2, { ...forged, hash }))).toEqual({
      fits: false,
      seq: 3,
      why: "It names another hash than the row before it has.",
    });
  });

  test("names the row that follows a missing one", async () => {
    const rows = await chainOf(4);
    expect(await checkChain(rows.filter(({ seq }) => seq !== 3))).toEqual({
      fits: false,
      seq: 4,
      why: "It follows row 2: something is missing between them.",
    });
  });

  test("with rows about unpublished work is checked by their links only, and counts those rows", async () => {
    const rows = changed(await chainOf(4), 2, { reviewer: null, reason: null });
    const hash = rows[0]?.hash;
    expect(await checkChain(rows)).toEqual({ fits: true, from: 1, to: 4, hash, withheld: 1 });
    expect(await checkChain(changed(rows, 2, { hash: "0".repeat(64) }))).toEqual({
      fits: false,
      seq: 3,
      why: "It names another hash than the row before it has.",
    });
  });

  test("names an invalid first row", async () => {
    const rows = changed(await chainOf(1), 1, { previous_hash: "1".repeat(64) });
    expect(await checkChain(rows)).toMatchObject({ fits: false, seq: 1 });
  });
});
