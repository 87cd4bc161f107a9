import type { LedgerRow, Review } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { decide, editItem, makeItem } from "@tests/support/server/content.ts";
import { entriesIn, sha256 } from "@tests/support/server/plain-log.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";

let app: TestApp;
let admin: string;
let author: string;
let stranger: string;
let unverified: string;
let authorId: number;
let reviewerId: number;

/** One item each; the reason that a reviewer gave where there is one. */
let flagged: number;
let removed: number;
let flaggedEdit: number;
let approvedAfterAll: number;

const reason = "The second command deletes the wrong folder.";
const editReason = "The numbers are made up.";
const removalReason = "Copied from somebody else.";

beforeAll(async () => {
  app = await buildTestApp();
  const grace = await verifiedAdmin(app);
  const writer = await registerMember(app, "TechWriter");
  admin = grace.access_token;
  author = writer.access_token;
  stranger = (await registerMember(app, "TechWriter")).access_token;
  unverified = (await registerMember(app, "Admin")).access_token;
  authorId = writer.user_id;
  reviewerId = grace.user_id;
  const by = { authorId, reviewerId };
  flagged = await makeItem(app, { ...by, status: "Flagged", title: "Kept from readers" });
  removed = await makeItem(app, { ...by, title: "Taken from readers" });
  await decide(app, removed, { reviewerId, decision: "removed", reason: removalReason });
  flaggedEdit = await makeItem(app, by);
  await editItem(app, flaggedEdit, "An edit that was refused");
  await decide(app, flaggedEdit, { reviewerId, decision: "flagged", reason: editReason });
  approvedAfterAll = await makeItem(app, { ...by, status: "Flagged" });
  await editItem(app, approvedAfterAll, "Better");
  await decide(app, approvedAfterAll, { reviewerId, decision: "approved" });
});
afterAll(() => app.close());

const as = (token: string | null) => (token === null ? {} : { token });
const ledgerOf = async (item: number, token: string | null): Promise<LedgerRow[]> => {
  const { items } = (await app.call("GET", "/ledger", as(token))).body;
  return items.filter((row: LedgerRow) => row.content_id === item);
};
const said = (rows: readonly Review[]) =>
  rows.map(({ decision, reviewer, reason: why }) => [decision, reviewer !== null, why]);

describe("the ledger", () => {
  const outsiders = [
    ["a visitor", () => null],
    ["another member", () => stranger],
    ["an admin without the grant", () => unverified],
  ] as const;
  const insiders = [
    ["its author", () => author],
    ["a verified admin", () => admin],
  ] as const;

  test.each(outsiders)(
    "shows %s neither the reviewer nor the reason of a decision about unpublished work",
    async (_who, token) => {
      expect(said(await ledgerOf(flagged, token()))).toEqual([["flagged", false, null]]);
      expect(said(await ledgerOf(removed, token()))).toEqual([
        ["removed", false, null],
        ["approved", false, null],
      ]);
      expect(said(await ledgerOf(flaggedEdit, token()))).toEqual([
        ["flagged", false, null],
        ["approved", true, null],
      ]);
      expect(said(await ledgerOf(approvedAfterAll, token()))).toEqual([
        ["approved", true, null],
        ["flagged", false, null],
      ]);
    },
  );

  test("shows hashes, decision and time of such a row to everybody", async () => {
    const [row] = await ledgerOf(flagged, null);
    const [whole] = await ledgerOf(flagged, admin);
    const withheld = {
      reviewer: null,
      reviewer_salt: null,
      reason: null,
      reason_salt: null,
      title: null,
    };
    expect(row).toEqual({ ...whole, ...withheld });
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(insiders)("shows %s the reviewer and the reason", async (_who, token) => {
    expect(said(await ledgerOf(flagged, token()))).toEqual([["flagged", true, reason]]);
    expect(said(await ledgerOf(removed, token()))).toEqual([
      ["removed", true, removalReason],
      ["approved", true, null],
    ]);
    expect(said(await ledgerOf(flaggedEdit, token()))[0]).toEqual(["flagged", true, editReason]);
  });

  test("never serves an admin's answer to a visitor, nor the other way round", async () => {
    for (const [token, isTold] of [
      [null, false],
      [admin, true],
      [null, false],
      [author, true],
      [stranger, false],
    ] as const) {
      expect((await ledgerOf(flagged, token))[0]?.reviewer !== null).toBe(isTold);
    }
  });

  test("names the reviewer of an approval for as long as the item is public", async () => {
    const item = await makeItem(app, { authorId, status: "Pending" });
    await decide(app, item, { reviewerId, decision: "approved" });
    expect(said(await ledgerOf(item, null))).toEqual([["approved", true, null]]);
    await decide(app, item, { reviewerId, decision: "flagged", reason });
    expect(said(await ledgerOf(item, null))).toEqual([
      ["flagged", false, null],
      ["approved", false, null],
    ]);
  });
});

describe("the log", () => {
  const leaves = async () => {
    const size = (await ledgerSize()) % 256;
    const { rawPayload } = await app.inject({ method: "GET", url: `/log/tile/entries/000.p/${size}` });
    return entriesIn(rawPayload).map((entry) => JSON.parse(String(entry)));
  };
  const ledgerSize = async (): Promise<number> => (await app.call("GET", "/ledger")).body.head.seq;
  const commitmentOf = ({ reviewer, reviewer_salt: salt }: Review) =>
    sha256(Buffer.concat([Buffer.from(salt ?? "", "hex"), Buffer.from(String(reviewer?.id))])).toString(
      "hex",
    );

  test("names no reviewer, and who reads the review can open what it says instead", async () => {
    app.passTime(1_000);
    await app.publicLog.sign();
    const all = await leaves();
    for (const leaf of all) {
      expect(Object.keys(leaf).filter((key) => key.startsWith("review"))).toEqual(["reviewer_commitment"]);
    }
    expect(new Set(all.map((leaf) => leaf.reviewer_commitment)).size).toBe(all.length);
    for (const row of await ledgerOf(flagged, admin)) {
      expect(commitmentOf(row)).toBe(all[row.seq - 1].reviewer_commitment);
    }
  });

  test("is opened for everybody once the work is public, and no longer", async () => {
    const item = await makeItem(app, { authorId, status: "Pending" });
    await decide(app, item, { reviewerId, decision: "approved" });
    const [approval] = await ledgerOf(item, null);
    expect(approval && commitmentOf(approval)).toBe(approval?.reviewer_commitment);
    await decide(app, item, { reviewerId, decision: "removed", reason });
    for (const row of await ledgerOf(item, null))
      expect(row).toMatchObject({ reviewer: null, reviewer_salt: null });
  });
});

describe("an item's own decisions", () => {
  const reviews = async (id: number, token: string | null) =>
    said((await app.call("GET", `/content/${id}/reviews`, as(token))).body.items);

  test("are withheld in the same way: a refused edit of a public item shows only to its author and verified admins", async () => {
    expect(await reviews(flaggedEdit, null)).toEqual([
      ["flagged", false, null],
      ["approved", true, null],
    ]);
    expect(await reviews(flaggedEdit, stranger)).toEqual(await reviews(flaggedEdit, null));
    for (const token of [author, admin]) {
      expect((await reviews(flaggedEdit, token))[0]).toEqual(["flagged", true, editReason]);
    }
  });
});

test("a reason that was erased is gone for its author and for admins too, and the ledger still fits", async () => {
  const item = await makeItem(app, { authorId, status: "Pending" });
  await decide(app, item, { reviewerId, decision: "flagged", reason });
  const [row] = await ledgerOf(item, admin);
  expect(row).toMatchObject({ reason, reason_salt: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await app.db.query.execute(sql`delete from decision_reasons where seq = ${row?.seq ?? 0}`);
  for (const token of [admin, author]) {
    expect(await ledgerOf(item, token)).toEqual([{ ...row, reason: null, reason_salt: null }]);
  }
  expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();
  await expect(
    app.db.query.execute(sql`update decision_reasons set reason = 'Another one'`),
  ).rejects.toThrow();
});

test("no public answer contains the reason of a decision about unpublished work", async () => {
  const paths = [
    "/ledger",
    `/content/${flaggedEdit}/reviews`,
    `/content/${approvedAfterAll}/reviews`,
    `/content/${flaggedEdit}`,
    "/content",
    "/content/search?q=command",
    "/feed.xml",
  ];
  for (const path of paths) {
    for (const token of [null, stranger, unverified]) {
      const { status, body } = await app.call("GET", path, as(token));
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      for (const secret of [reason, editReason, removalReason, "Kept from readers", "Taken from readers"]) {
        expect(text).not.toContain(secret);
      }
    }
  }
});
