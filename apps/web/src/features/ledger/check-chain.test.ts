import { describe, expect, test } from "vitest";
import { canonicalRow, checkChain } from "./check-chain.ts";

/** The worked example of docs/guides/verify.md. */
const first = {
  seq: 1,
  content_id: 1,
  revision: 1,
  decision: "approved" as const,
  reviewer: { id: 3 } as { id: number } | null,
  reviewer_commitment: "cd348fe023d6803e3c3605469a4a3e222115ee6b865bb3f896a00ec628214550",
  reviewer_salt: "5a".repeat(32) as string | null,
  reason: null as string | null,
  reason_commitment: null as string | null,
  reason_salt: null as string | null,
  decided_at: "2026-11-20T09:30:00.000Z",
  revision_hash: "f4afbed07081757a82b6db39d2b0634e23256713694cba3fb2a300a6a3722102",
  media_hash: null,
  previous_hash: "0".repeat(64),
  hash: "08d15357ae48fbaad8b4ad2325954245be8c683106b1f63824b356e1a92e1cc7",
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
    const hash = rows[0]?.hash;
    expect(await checkChain(rows)).toEqual({ fits: true, from: 1, to: 4, hash });
    expect(await checkChain(rows.slice(0, 2))).toEqual({ fits: true, from: 3, to: 4, hash });
  });

  test.each([
    ["decision", { decision: "flagged" as Row["decision"] }],
    ["reason's commitment", { reason_commitment: "0".repeat(64) }],
    ["reviewer's commitment", { reviewer_commitment: "0".repeat(64) }],
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
    ["reviewer", { reviewer: { id: 4 } }],
    ["reviewer's salt", { reviewer_salt: "00".repeat(32) }],
    ["reviewer, and has no salt", { reviewer_salt: null }],
  ])("names the row with another %s", async (_what, change) => {
    expect(await checkChain(changed(await chainOf(4), 2, change))).toEqual({
      fits: false,
      seq: 2,
      why: "Its reviewer does not match its hash.",
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
    const forged = { ...first, seq: 2, revision: 9, previous_hash: first.hash };
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

  test("is valid with a row about unpublished work, whose hash shows neither reviewer nor reason", async () => {
    const secret = { reviewer: null, reviewer_salt: null, reason: null, reason_salt: null };
    const rows = changed(await chainOf(4), 2, secret);
    expect(await checkChain(rows)).toEqual({ fits: true, from: 1, to: 4, hash: rows[0]?.hash });
    expect(await checkChain(changed(rows, 2, { decision: "flagged" as Row["decision"] }))).toMatchObject({
      fits: false,
      seq: 2,
    });
  });

  test("names a row about the log itself that is a decision", async () => {
    const [newest, ...rows] = await chainOf(4);
    const note = { seq: 4, leaf: canonicalRow(newest ?? first), hash: newest?.hash ?? "" };
    expect(await checkChain(rows, [note])).toEqual({
      fits: false,
      seq: 4,
      why: "It is a decision, and is not shown as one.",
    });
  });

  test("names an invalid first row", async () => {
    const rows = changed(await chainOf(1), 1, { previous_hash: "1".repeat(64) });
    expect(await checkChain(rows)).toMatchObject({ fits: false, seq: 1 });
  });
});
