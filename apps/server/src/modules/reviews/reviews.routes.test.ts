import {
  type Answer,
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { editItem, makeItem } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approvalNotes, content, ledger } from "../../db/schema.ts";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";

let app: TestApp;
let writer: Member;
let admin: Member;
let other: Member;
beforeAll(async () => {
  app = await buildTestApp();
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  other = await verifiedAdmin(app);
});
afterAll(() => app.close());

const make = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, { authorId: writer.user_id, reviewerId: other.user_id, status: "Pending", ...facts });
const as = (who: Member) => ({ token: who.access_token });
const approve = (id: number, body: unknown, who = admin) =>
  app.call("POST", `/admin/content/${id}/approve`, { body, ...as(who) });
const flag = (id: number, body: unknown, who = admin) =>
  app.call("POST", `/admin/content/${id}/flag`, { body, ...as(who) });
const remove = (id: number, body?: unknown, who = admin) =>
  app.call("DELETE", `/admin/content/${id}`, { body, ...as(who) });
const read = (id: number) => app.call("GET", `/content/${id}`);
const rowsOf = (id: number) =>
  app.db.query.select().from(ledger).where(eq(ledger.contentId, id)).orderBy(ledger.seq);

/** What must not have changed by a refused decision. */
const stateOf = async (id: number) => ({
  item: await app.db.query.select().from(content).where(eq(content.id, id)),
  rows: await rowsOf(id),
});

describe("approving", () => {
  test("publishes exactly the waiting revision, with a row of the ledger", async () => {
    const id = await make({ title: "Caching headers" });
    const answer = await approve(id, { revision: 1 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      status: "Published",
      revision: 1,
      published_revision: 1,
      pending_revision: null,
      waiting_since: null,
      last_decision: { decision: "approved", revision: 1, reviewer: { id: admin.user_id }, reason: null },
      can: { approve: false, flag: true, remove: true },
    });
    expect((await read(id)).body).toMatchObject({
      title: "Caching headers",
      status: "Published",
      revision: 1,
    });
    const { items } = (await app.call("GET", `/content/${id}/reviews`)).body;
    expect(items).toMatchObject([{ decision: "approved", reviewer: { id: admin.user_id, role: "Admin" } }]);
  });

  test("an edit replaces the published revision and keeps the day of the first publication", async () => {
    const id = await make();
    await approve(id, { revision: 1 });
    const first = (await read(id)).body.published_at;
    await editItem(app, id, "Second thoughts");
    expect((await read(id)).body.title).toBe("A title");
    expect((await approve(id, { revision: 2 })).status).toBe(200);
    expect((await read(id)).body).toMatchObject({ title: "Second thoughts", published_at: first });
  });

  test("a flagged revision can still be approved", async () => {
    const id = await make();
    await flag(id, { reason: "Wrong folder." });
    expect((await approve(id, { revision: 1 })).body).toMatchObject({ status: "Published" });
    expect(await rowsOf(id)).toHaveLength(2);
  });

  test("carries a note to the author, which nobody but author and admins reads and the log does not hold", async () => {
    const id = await make({ title: "Notes of a reviewer" });
    const note = "  Fine work. Next time name the version.  ";
    expect((await approve(id, { revision: 1, note })).status).toBe(200);
    const reviewsFor = async (token?: string) =>
      (await app.call("GET", `/content/${id}/reviews`, { token })).body.items;
    for (const { access_token } of [writer, admin]) {
      expect(await reviewsFor(access_token)).toMatchObject([{ decision: "approved", note: note.trim() }]);
    }
    const reader = await registerMember(app);
    for (const token of [undefined, reader.access_token]) {
      expect((await reviewsFor(token))[0]).not.toHaveProperty("note");
    }
    const told = await app.call("GET", "/notifications", as(writer));
    expect(told.body.items[0].message).toBe(`Your post was approved: ${note.trim()}`);

    const [row] = await rowsOf(id);
    expect(row?.reasonCommitment).toBeNull();
    await app.db.query.delete(approvalNotes).where(eq(approvalNotes.seq, row?.seq ?? 0));
    expect((await reviewsFor(writer.access_token))[0]).not.toHaveProperty("note");
    expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();
  });

  test.each([
    ["an older revision than the waiting one", 1],
    ["a revision that is not there", 3],
  ])("%s is refused, and nothing changes", async (_case, revision) => {
    const id = await make();
    await editItem(app, id, "Newer");
    const before = await stateOf(id);
    expect(await approve(id, { revision })).toMatchObject({ status: 409, body: { code: "decision_stale" } });
    expect(await stateOf(id)).toEqual(before);
  });

  test.each([
    ["nothing", {}],
    ["a blank note", { revision: 1, note: " " }],
  ])("with %s is bad input", async (_case, body) => {
    expect((await approve(await make(), body)).status).toBe(400);
  });
});

describe("flagging", () => {
  test("refuses a waiting revision with the reason", async () => {
    const id = await make();
    const answer = await flag(id, { reason: "  The second command deletes the wrong folder. ", revision: 1 });
    expect(answer.body).toMatchObject({
      status: "Flagged",
      last_decision: { decision: "flagged", reason: "The second command deletes the wrong folder." },
      can: { approve: true, flag: false, remove: true },
    });
    expect((await read(id)).status).toBe(404);
  });

  test("an edit of a published item leaves the approved revision public", async () => {
    const id = await make({ status: "Published", title: "As approved" });
    await editItem(app, id, "Not good enough");
    const answer = await flag(id, { reason: "Sources, please.", revision: 2 });
    expect(answer.body).toMatchObject({ status: "Published", pending_revision: null, published_revision: 1 });
    expect((await read(id)).body).toMatchObject({ title: "As approved", status: "Published" });
  });

  test("the published revision hides it from readers, even while an edit waits", async () => {
    const id = await make({ status: "Published" });
    expect((await flag(id, { reason: "Out of date." })).body.status).toBe("Flagged");
    expect((await read(id)).status).toBe(404);

    const edited = await make({ status: "Published" });
    await editItem(app, edited, "Newer");
    const answer = await flag(edited, { reason: "Out of date.", revision: 1 });
    expect(answer.body).toMatchObject({ status: "Pending", pending_revision: 2, published_revision: null });
    expect((await read(edited)).status).toBe(404);
  });

  test("a revision that is neither waiting nor published is refused, and nothing changes", async () => {
    const id = await make();
    await editItem(app, id, "Newer");
    const before = await stateOf(id);
    expect((await flag(id, { reason: "Old.", revision: 1 })).status).toBe(409);
    expect(await stateOf(id)).toEqual(before);
    await flag(id, { reason: "No." });
    expect((await flag(id, { reason: "Again." })).status).toBe(409);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test.each([
    ["without a reason", {}],
    ["with a blank reason", { reason: " \n" }],
  ])("%s is bad input", async (_case, body) => {
    expect((await flag(await make(), body)).status).toBe(400);
  });
});

describe("removing", () => {
  test("hides an item from readers and from the desk; its rows stay", async () => {
    const id = await make({ status: "Published" });
    const answer = await remove(id);
    expect(answer.body).toMatchObject({
      status: "Removed",
      last_decision: { decision: "removed", reason: null },
      can: { approve: false, flag: false, remove: false },
    });
    expect((await read(id)).status).toBe(404);
    expect(await rowsOf(id)).toHaveLength(2);
    expect((await remove(id)).status).toBe(409);
    expect((await approve(id, { revision: 1 })).status).toBe(409);
  });

  test("accepts a reason, and a revision that must be the one on the desk", async () => {
    const id = await make();
    await editItem(app, id, "Newer");
    expect((await remove(id, { revision: 1 })).status).toBe(409);
    const answer = await remove(id, { revision: 2, reason: "Copied." });
    expect(answer.body.last_decision).toMatchObject({ decision: "removed", revision: 2, reason: "Copied." });
  });
});

describe("nobody decides", () => {
  test("about their own items", async () => {
    const id = await make({ authorId: admin.user_id });
    const { error } = (await approve(id, { revision: 1 })).body;
    expect(error).toBe("You cannot decide about your own item. Another admin has to.");
    const item = (await app.call("GET", `/admin/content/${id}`, as(admin))).body;
    expect(item.can).toEqual({ approve: false, flag: false, remove: false, renew: false });
    expect((await approve(id, { revision: 1 }, other)).status).toBe(200);
  });

  test("about drafts", async () => {
    const id = await make({ status: "Draft" });
    expect((await approve(id, { revision: 1 })).status).toBe(404);
    expect((await flag(id, { reason: "No." })).status).toBe(404);
  });

  test("over a decision that they have not seen", async () => {
    const id = await make();
    const { seq } = (await approve(id, { revision: 1 })).body.last_decision;
    const before = await stateOf(id);
    expect(await flag(id, { reason: "Late.", seen: 0 }, other)).toMatchObject({ status: 409 });
    expect(await remove(id, { seen: seq + 1 }, other)).toMatchObject({ status: 409 });
    expect(await stateOf(id)).toEqual(before);
    expect(await flag(id, { reason: "Knowingly.", seen: seq }, other)).toMatchObject({ status: 200 });
  });
});

describe("of fifty decisions at once", () => {
  const decide = (id: number, count: number): Promise<Answer> => {
    const who = count % 2 ? admin : other;
    if (count % 3 === 0) return approve(id, { revision: 1 }, who);
    return count % 3 === 1
      ? flag(id, { reason: `No ${count}`, revision: 1 }, who)
      : remove(id, undefined, who);
  };

  test.each([
    ["waits", "Pending"],
    ["is published", "Published"],
    ["was flagged", "Flagged"],
  ] as const)("about a revision that %s, exactly one takes effect", async (_case, status) => {
    const id = await make({ status });
    const rows = (await rowsOf(id)).length;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, count) => decide(id, count)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
    expect(await rowsOf(id)).toHaveLength(rows + 1);
  });

  test("about fifty different items all take effect, and the ledger stays a chain", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 50; count += 1) ids.push(await make());
    const answers = await Promise.all(ids.map((id, count) => decide(id, count)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await verifyLedger(app.db.query, app.store)).toMatchObject({ flaw: null });
  });
});

test("when authors withdraw items while admins decide about them, the ledger stays a chain and nothing is published", async () => {
  const ids: number[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await make());
  const decided = await Promise.all(
    ids.flatMap((id, count) => {
      const withdrawing = app.call("DELETE", `/content/${id}`, as(writer));
      const deciding = approve(id, { revision: 1 }, count % 2 ? admin : other);
      return count % 3 ? [withdrawing, deciding] : [deciding, withdrawing];
    }),
  );
  for (const { status } of decided) expect([200, 404, 409]).toContain(status);
  for (const id of ids) {
    expect((await read(id)).status).toBe(404);
    expect((await rowsOf(id)).at(-1)?.decision).toBe("withdrawn");
  }
  expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();
});
