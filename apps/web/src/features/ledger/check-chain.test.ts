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
  reason_commitment: null as string | null,
  reason_salt: null as string | null,
  decided_at: "2026-11-20T09:30:00.000Z",
  revision_hash: "f4afbed07081757a82b6db39d2b0634e23256713694cba3fb2a300a6a3722102",
  media_hash: null,
  previous_hash: "0".repeat(64),
  hash: "c351b302c9c481fcc6e921f096eecf953a069423f511d2ba2aef917585eb9e83",
};
type Row = typeof first;

async function sha256(...parts: (string | Buffer)[]): Promise<string> {
  const bytes = new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
const hashOf = (row: Row): Promise<string> => sha256(canonicalRow(row));
const salt = Buffer.alloc(32, 7);
const reason = 'Zoë’s “notes”\u2028 \\ "quoted" \u0007 𝒢';

/** So many rows after the first, newest first, with texts that JSON has to escape or must not. */
async function chainOf(length: number): Promise<Row[]> {
  const rows = [first];
  while (rows.length < length) {
    const previous = rows[0] ?? first;
    const said = {
      ...first,
      seq: previous.seq + 1,
      reason,
      reason_salt: salt.toString("hex"),
      reason_commitment: await sha256(salt, reason),
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
    ["reason's commitment", { reason_commitment: "0".repeat(64) }],
    ["reviewer", { reviewer: { id: 4 } }],
    ["moment", { decided_at: "2026-11-20T09:30:00.001Z" }],
    ["revision", { revision_hash: "0".repeat(64) }],
  ])("names the row whose %s was changed", async (_what, change) => {
    expect(await checkChain(changed(await chainOf(4), 2, change))).toEqual({
      fits: false,
      seq: 2,
      why: "Its hash does not match its content.",
    });
  });

  test.each([
    ["reason", { reason: "Another one" }],
    ["reason's salt", { reason_salt: "00".repeat(32) }],
    ["reason, and has no salt", { reason: "Another one", reason_salt: null }],
  ])("names the row with another %s", async (_what, change) => {
    expect(await checkChain(changed(await chainOf(4), 2, change))).toEqual({
      fits: false,
      seq: 2,
      why: "Its reason does not match its hash.",
    });
  });

  test("fits without the reasons that were erased", async () => {
    const erased = { reason: null, reason_salt: null };
    expect(await checkChain(changed(await chainOf(4), 2, erased))).toMatchObject({ fits: true, to: 4 });
  });

  test("names the row after one that was rewritten with a matching hash", async () => {
    const rows = await chainOf(4);
    const forged = { ...first, seq: 2, reviewer: { id: 9 }, previous_hash: first.hash };
    const hash = await hashOf(forged);
    expect(await checkChain(changed(rows, 2, { ...forged, hash }))).toEqual({
      fits: false,
      seq: 3,
      why: "Its hash of the row before it is wrong.",
    });
  });

  test("names the row that follows a missing one", async () => {
    const rows = await chainOf(4);
    expect(await checkChain(rows.filter(({ seq }) => seq !== 3))).toEqual({
      fits: false,
      seq: 4,
      why: "It follows row 2, so a row is missing.",
    });
  });

  test("with rows about unpublished work is checked by their links only, and counts those rows", async () => {
    const rows = changed(await chainOf(4), 2, { reviewer: null, reason: null, reason_salt: null });
    const hash = rows[0]?.hash;
    expect(await checkChain(rows)).toEqual({ fits: true, from: 1, to: 4, hash, withheld: 1 });
    expect(await checkChain(changed(rows, 2, { hash: "0".repeat(64) }))).toEqual({
      fits: false,
      seq: 3,
      why: "Its hash of the row before it is wrong.",
    });
  });

  test("names an invalid first row", async () => {
    const rows = changed(await chainOf(1), 1, { previous_hash: "1".repeat(64) });
    expect(await checkChain(rows)).toMatchObject({ fits: false, seq: 1 });
  });
});
