import type { ContentItem, DueItem } from "@cairn/contract";
import {
  type Answer,
  buildTestApp,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide, editItem, makeItem, unpublish } from "@tests/support/server/content.ts";
import { fieldPart, formEnd, formHeaders } from "@tests/support/server/uploads.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";
import { day, dueFrom } from "./standing.policy.ts";

interface Person {
  readonly user_id: number;
  readonly email: string;
}

let app: TestApp;
let writer: Person;
let reader: Person;
let admin: Person;
let ahead = 0;
/** Access tokens of this moment. */
const tokens = new Map<Person, string>();
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  reader = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

function pass(days: number): void {
  app.passTime(days * day);
  ahead += days * day;
  tokens.clear();
}
const inDays = (days: number) => new Date(Date.now() + ahead + days * day);

/** Sessions end with time, so a caller signs in again after each step of the clock. */
async function as(
  person: Person,
  method: "GET" | "POST" | "PATCH" | "PUT",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  let token = tokens.get(person);
  if (!token) {
    const answer = await app.call("POST", "/auth/login", { body: { email: person.email, password } });
    token = String(answer.body.access_token);
    tokens.set(person, token);
  }
  return app.call(method, path, { token, headers, ...(body !== undefined && { body }) });
}

const make = (more: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, {
    authorId: writer.user_id,
    reviewerId: admin.user_id,
    at: inDays(0),
    goodUntil: inDays(180),
    ...more,
  });
const see = async (id: number): Promise<ContentItem> => (await app.call("GET", `/content/${id}`)).body;
const renew = (id: number, body: object = {}) =>
  as(admin, "POST", `/admin/content/${id}/reaffirm`, { revision: 1, ...body });
const decisionsOf = async (id: number): Promise<string[]> =>
  (await app.call("GET", `/content/${id}/reviews`)).body.items.map(
    ({ decision }: { decision: string }) => decision,
  );
const noticesOf = async (person: Person): Promise<string[]> =>
  (await as(person, "GET", "/notifications?per_page=100")).body.items.map(
    ({ message }: { message: string }) => message,
  );

test("no answer says verified past the date, kept or asked again, to visitors and members", async () => {
  const id = await make();
  const before = ["/content", `/content/${id}`, "/content/search"].map(async (path) => {
    const visitor = await app.call("GET", path);
    const member = await as(reader, "GET", path);
    return { path, tag: String(visitor.headers.etag), visitor, member };
  });
  const own = (answer: Answer): ContentItem =>
    [answer.body.items ?? answer.body].flat().find((item: ContentItem) => item.id === id);
  for (const { visitor, member } of await Promise.all(before)) {
    expect([own(visitor).standing, own(member).standing]).toEqual(["verified", "verified"]);
  }
  const feed = await app.call("GET", "/feed.xml");
  expect(feed.body).toContain('term="verified"');

  pass(150);
  for (const { path, tag } of await Promise.all(before)) {
    expect(own(await app.call("GET", path)).standing).toBe("due");
    const again = await app.call("GET", path, { headers: { "if-none-match": tag } });
    expect([again.status, own(again).standing]).toEqual([200, "due"]);
    expect(own(await as(reader, "GET", path)).standing).toBe("due");
  }
  const later = await app.call("GET", "/feed.xml", {
    headers: { "if-none-match": String(feed.headers.etag) },
  });
  expect(later.status).toBe(200);
  expect(later.body).toContain('term="due"');
});

describe("an approval", () => {
  const approve = (id: number, more: object = {}) =>
    as(admin, "POST", `/admin/content/${id}/approve`, { revision: 1, ...more });

  test("holds for its category's interval, which can be changed for later ones", async () => {
    const created = await as(admin, "POST", "/admin/categories", {
      name: "Ages",
      description: "For a test.",
    });
    const { id: categoryId } = created.body;
    expect(created.body.interval_days).toBe(180);
    const until: (string | null)[] = [];
    for (const days of [180, 90, null]) {
      await as(admin, "PATCH", `/admin/categories/${categoryId}`, { interval_days: days });
      const id = await make({ status: "Pending", categoryId });
      await approve(id);
      until.push((await see(id)).good_until);
    }
    const lengths = until.map((at) => at && Math.round((Date.parse(at) - inDays(0).getTime()) / day));
    expect(lengths).toEqual([180, 90, null]);
    expect((await as(admin, "PATCH", `/admin/categories/${categoryId}`, { interval_days: 7 })).status).toBe(
      400,
    );
  });

  test("holds for what its reviewer says, which must be still to come", async () => {
    const id = await make({ status: "Pending" });
    const wrong = [inDays(-1).toISOString(), "2099-12-31T23:59:60Z", "9999-12-31T23:59:59-01:00"];
    for (const end of wrong) {
      const refused = await approve(id, { good_until: end });
      expect([refused.status, refused.body.details[0].field]).toEqual([400, "good_until"]);
    }
    const wanted = inDays(400).toISOString();
    expect((await approve(id, { good_until: wanted })).body).toMatchObject({
      good_until: wanted,
      standing: "verified",
    });
  });
});

describe("what it applies to", () => {
  test("is part of the revision and of its hash, in lower case and once", async () => {
    const sent = await as(writer, "POST", "/content", {
      title: "Streams",
      body: "Words.",
      category: 1,
      applies_to: ["Node 20", "node 20", "spring boot 3.2"],
    });
    expect(sent.body.applies_to).toEqual(["node 20", "spring boot 3.2"]);
    const { id } = sent.body;
    await as(admin, "POST", `/admin/content/${id}/approve`, { revision: 1 });
    expect((await app.call("GET", `/content/${id}/canonical`)).body.applies_to).toEqual([
      "node 20",
      "spring boot 3.2",
    ]);
    // Only the labels change, which makes another revision.
    const edited = await as(writer, "PATCH", `/content/${id}`, { applies_to: [] });
    expect([edited.status, edited.body.pending_revision]).toEqual([200, 2]);
    expect(await verifyLedger(app.db.query, app.store)).toMatchObject({ flaw: null });
  });

  test.each([
    ["a part for each", ["node 20", "react 19"]],
    ["one part with all of them as JSON", ['["node 20", "react 19"]']],
  ])("may come in a form, as %s", async (_name, parts) => {
    const fields = Object.entries({ title: "Streams", body: "Words.", category: "1" });
    const listed = parts.map((part) => fieldPart("applies_to", part));
    const form =
      [...fields.map(([name, value]) => fieldPart(name, value)), ...listed].join("") + formEnd.trimStart();
    const sent = await as(writer, "POST", "/content", form, formHeaders);
    expect([sent.status, sent.body.applies_to]).toEqual([201, ["node 20", "react 19"]]);
  });

  test.each([
    [
      "eleven labels",
      Array.from({ length: 11 }, (_, index) => `node ${index}`),
      "must have at most 10 entries",
    ],
    ["a label without a version", ["node"], "must be a name and a version, such as node 20"],
    ["a label of 41 characters", [`${"n".repeat(38)} 20`], "must have at most 40 characters"],
    ["a label with a line break", ["node\n20"], "must be a name and a version, such as node 20"],
  ])("is refused with %s, in words", async (_name, labels, problem) => {
    const sent = { title: "Streams", body: "Words.", category: 1, applies_to: labels };
    const { status, body } = await as(writer, "POST", "/content", sent);
    expect([status, body.details[0].problem]).toEqual([400, problem]);
  });
});

describe("renewing", () => {
  test("writes a row and gives a new date, for the published revision", async () => {
    const id = await make();
    pass(170);
    expect((await see(id)).standing).toBe("due");
    expect(await renew(id, { revision: 2 })).toMatchObject({ status: 409, body: { code: "decision_stale" } });
    expect((await renew(id, { good_until: inDays(-1).toISOString() })).status).toBe(400);
    expect((await renew(id, { seen: 0 })).status).toBe(409);
    const renewed = await renew(id);
    expect(renewed.body).toMatchObject({ standing: "verified", last_decision: { decision: "reaffirmed" } });
    expect(await decisionsOf(id)).toEqual(["reaffirmed", "approved"]);
    expect((await see(id)).good_until).toBe(renewed.body.good_until);
    expect((await renew(id, { good_until: null })).body).toMatchObject({
      good_until: null,
      standing: "verified",
    });

    const waiting = await make({ status: "Pending" });
    expect((await renew(waiting)).status).toBe(409);
  });

  test("keeps a flagged edit flagged for its author", async () => {
    const id = await make();
    await editItem(app, id, "A worse title");
    await decide(app, id, { reviewerId: admin.user_id, decision: "flagged" });
    expect((await renew(id)).status).toBe(200);
    const { items } = (await as(writer, "GET", "/content/flagged")).body;
    expect(items).toContainEqual(expect.objectContaining({ id, revision: 2, published: true }));
    const answered = await as(writer, "PUT", `/content/${id}/answer`, {
      revision: 2,
      answer: "It is right.",
    });
    expect(answered.status).toBe(200);
    expect(await verifyLedger(app.db.query, app.store)).toMatchObject({ flaw: null });
  });

  test("lifts what a reviewer asked for; a new revision does, too", async () => {
    const [renewed, rewritten] = [await make(), await make()];
    for (const id of [renewed, rewritten]) {
      const reason = "The second command is gone.";
      const asked = await as(admin, "POST", `/admin/content/${id}/needs-work`, { revision: 1, reason });
      expect(asked.body.standing).toBe("due");
      expect((await see(id)).standing_reasons).toEqual([
        { kind: "review", text: reason, since: expect.any(String) },
      ]);
    }
    expect(await noticesOf(writer)).toContain("Your post needs work: The second command is gone.");
    await renew(renewed);
    await editItem(app, rewritten, "A better title");
    await as(admin, "POST", `/admin/content/${rewritten}/approve`, { revision: 2 });
    for (const id of [renewed, rewritten]) {
      expect(await see(id)).toMatchObject({ standing: "verified", standing_reasons: [] });
    }
  });
});

describe("an item that another replaces", () => {
  const replace = (id: number, by: number | null) =>
    as(admin, "POST", `/admin/content/${id}/supersede`, { by });

  test("stands by itself again once that is taken back, by who named the other or by a reviewer", async () => {
    const [first, second] = [await make(), await make()];
    const asAuthor = (by: number | null) => as(writer, "POST", `/content/${first}/supersede`, { by });
    const until = (await see(first)).good_until;
    expect((await asAuthor(null)).body.error).toBe("Nothing replaces this item.");
    await asAuthor(second);
    const back = await asAuthor(null);
    expect(back.body).toMatchObject({ standing: "verified", superseded_by: null });
    expect(await see(first)).toMatchObject({ standing: "verified", superseded_by: null, good_until: until });

    await replace(first, second);
    for (const by of [null, await make()])
      expect(await asAuthor(by)).toMatchObject({ status: 409, body: { code: "cannot_supersede" } });
    expect((await see(first)).standing).toBe("superseded");
    expect((await replace(first, null)).body).toMatchObject({ standing: "verified", superseded_by: null });
    expect((await replace(first, null)).status).toBe(409);
    expect(await noticesOf(writer)).toContain("Your post is no longer marked as replaced");
    const round = ["reinstated", "superseded"];
    expect(await decisionsOf(first)).toEqual([...round, ...round, "approved"]);
    expect(await verifyLedger(app.db.query, app.store)).toMatchObject({ flaw: null });
  });

  test("is superseded, by a reviewer or its author, for as long as the other is public", async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    expect((await replace(first, second)).body).toMatchObject({
      standing: "superseded",
      superseded_by: second,
    });
    expect(await see(first)).toMatchObject({ standing: "superseded", superseded_by: second });
    const own = await as(writer, "POST", `/content/${second}/supersede`, { by: third });
    expect(own.body).toMatchObject({ standing: "superseded", superseded_by: third });
    expect(await decisionsOf(second)).toEqual(["superseded", "approved"]);
    expect((await see(second)).standing).toBe("superseded");
    await unpublish(app, third);
    expect(await see(second)).toMatchObject({ standing: "verified", superseded_by: null });
  });

  test("changes ten times a day at most, and no number of changes hides who approved it", async () => {
    const [first, second] = [await make(), await make()];
    const change = (by: number | null) => as(writer, "POST", `/content/${first}/supersede`, { by });
    for (let round = 0; round < 5; round += 1) {
      // Said again, it changes nothing.
      for (const by of [second, second, null]) expect((await change(by)).status).toBe(200);
    }
    expect(await change(second)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    const decisions = await decisionsOf(first);
    expect(decisions).toHaveLength(11);
    expect(decisions.at(-1)).toBe("approved");
    pass(1);
    for (const by of [second, null, second, null, second, null, second, null, second, null])
      expect((await change(by)).status).toBe(200);
    pass(1);
    expect((await change(second)).status).toBe(200);
    const later = await decisionsOf(first);
    expect(later).toHaveLength(21);
    expect(later.at(-1)).toBe("approved");
  });

  test("is not replaced by itself, in a circle, or by what is not public", async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    await replace(first, second);
    await replace(second, third);
    const waiting = await make({ status: "Pending" });
    for (const [id, by] of [
      [first, first],
      [third, first],
      [third, waiting],
      [third, 987_654_321],
    ] as const) {
      expect(await replace(id, by)).toMatchObject({ status: 409, body: { code: "cannot_supersede" } });
    }
    expect(await decisionsOf(third)).toEqual(["approved"]);
    const circle = await Promise.all([await make(), await make()]);
    const both = await Promise.all([replace(circle[0], circle[1]), replace(circle[1], circle[0])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the end of a version", () => {
  const end = (label: string, on: Date) =>
    as(admin, "POST", "/admin/labels/end", { label, on: on.toISOString().slice(0, 10) });
  const labels = async (prefix: string) => (await app.call("GET", `/labels?prefix=${prefix}`)).body.items;

  test("makes what names it outdated on its day, and each author gets one notice", async () => {
    const ids = [await make({ appliesTo: ["node 18"] }), await make({ appliesTo: ["node 18", "react 19"] })];
    const other = await make({ appliesTo: ["node 20"] });
    expect(await labels("Node")).toEqual([
      { label: "node 18", items: 2, ended_on: null },
      { label: "node 20", items: expect.any(Number), ended_on: null },
    ]);
    const on = inDays(10);
    expect((await end("node 18", on)).body).toMatchObject({ label: "node 18", items: 2 });
    await end("node 18", on);
    expect((await labels("node"))[0].ended_on).toBe(on.toISOString().slice(0, 10));
    for (const id of ids) expect((await see(id)).standing).toBe("verified");
    pass(10);
    for (const id of ids) expect((await see(id)).standing).toBe("outdated");
    expect((await see(other)).standing).toBe("verified");
    const told = (await noticesOf(writer)).filter((message) => message.includes("node 18"));
    expect(told).toEqual([expect.stringContaining("2 of your posts name it")]);
  });

  test("is not lifted by a renewal, but by a revision that does not name it", async () => {
    await end("react 18", inDays(-1));
    const id = await make({ appliesTo: ["react 18"] });
    expect((await see(id)).standing).toBe("outdated");
    expect((await renew(id)).body.standing).toBe("outdated");
    await as(writer, "PATCH", `/content/${id}`, { applies_to: ["react 19"] });
    await as(admin, "POST", `/admin/content/${id}/approve`, { revision: 2 });
    expect(await see(id)).toMatchObject({ standing: "verified", standing_reasons: [] });
    await as(writer, "PATCH", `/content/${id}`, { applies_to: ["react 18"] });
    await as(admin, "POST", `/admin/content/${id}/approve`, { revision: 3 });
    expect((await see(id)).standing).toBe("outdated");
  });
});

test("an author says that an item still holds, and reviewers see it with what readers say", async () => {
  const id = await make();
  const say = (revision: number) =>
    as(writer, "POST", `/content/${id}/still-true`, { revision, note: "Tried it today." });
  expect((await say(2)).status).toBe(409);
  expect((await say(1)).body).toMatchObject({ revision: 1, note: "Tried it today." });
  await as(reader, "POST", `/content/${id}/comments`, { body: "This is out of date." });
  await as(reader, "POST", `/content/${id}/comments`, { body: "Thank you." });
  // Comments are dated by the clock, which has not moved since.
  const { items } = (await as(admin, "GET", "/admin/due")).body;
  const found = items.find((item: DueItem) => item.id === id);
  expect(found.still_true).toMatchObject({ revision: 1, note: "Tried it today." });
  expect(found.remarks).toMatchObject([{ by: { id: reader.user_id }, body: "This is out of date." }]);
  // It is on the list because it will be due.
  expect([found.standing, found.due_soon]).toEqual(["verified", true]);
  await renew(id);
  const rest = (await as(admin, "GET", "/admin/due")).body.items;
  expect(rest.map((item: DueItem) => item.id)).not.toContain(id);
});

/** Days of two years, and how many pass between two looks. */
const simulated = 728;
const step = process.env.AGEING_ITEMS ? 1 : 7;
const itemsSimulated = Number(process.env.AGEING_ITEMS ?? 20);

test(
  "over 24 months what is due is on the list on its day, and nobody is asked twice",
  async () => {
    const author = await registerMember(app, "TechWriter");
    const until = new Map<number, { from: Date; to: Date }>();
    for (let index = 0; index < itemsSimulated; index += 1) {
      const [from, to] = [inDays(0), inDays(60 + (index * 180) / itemsSimulated)];
      until.set(await make({ authorId: author.user_id, at: from, goodUntil: to }), { from, to });
    }
    const ids = [...until.keys()];
    /** A digest of all row versions. */
    const versions = async () =>
      (
        await app.db.query.execute(
          sql`select md5(string_agg(id || ' ' || xmin, ',' order by id)) from content`,
        )
      ).rows[0];
    let renewals = 0;
    let listings = 0;

    for (let past = 0; past < simulated; past += step) {
      pass(step);
      const before = await versions();
      await app.askAuthors();
      expect(await versions()).toEqual(before);

      const listed = new Set<number>();
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Answer = await as(admin, "GET", `/admin/due${cursor && `?cursor=${cursor}`}`);
        for (const { id, standing, due_soon } of page.body.items) {
          listed.add(id);
          expect(due_soon, standing).toBe(standing === "verified");
        }
        cursor = page.body.next;
      }
      const now = inDays(0);
      const wrong = [...until].filter(([id, { from, to }]) => {
        const isDue = dueFrom(from, to) <= now;
        return isDue ? !listed.has(id) : listed.has(id) && to > inDays(31);
      });
      expect(wrong).toEqual([]);
      listings += listed.size;
      const late = ids.filter((id) => (until.get(id)?.to ?? now) <= now);
      const looked = [...late, ids[past % ids.length] ?? 0].map(async (id) => {
        const { from, to } = until.get(id) ?? { from: now, to: now };
        expect((await see(id)).standing).toBe(dueFrom(from, to) <= now ? "due" : "verified");
      });
      await Promise.all(looked);
      const renewed = late.map(async (id) => {
        const { body } = await renew(id);
        until.set(id, { from: now, to: new Date(body.good_until) });
        renewals += 1;
      });
      await Promise.all(renewed);
    }

    const { rows } = await app.db.query.execute<{ asked: number; most: number; reaffirmed: number }>(sql`
    select coalesce(sum(told), 0)::int as asked, coalesce(max(told), 0)::int as most,
      (select count(*)::int from ledger where decision = 'reaffirmed' and content_id = any(${sql.param(ids)}::bigint[]))
        as reaffirmed
    from (select count(*) as told from notifications
      where content_id = any(${sql.param(ids)}::bigint[]) and message like '%Is it still true?'
      group by content_id, message) each`);
    expect(rows[0]).toEqual({ asked: expect.any(Number), most: 1, reaffirmed: renewals });
    expect(renewals).toBeGreaterThan(itemsSimulated * 2);
    expect(rows[0]?.asked).toBeGreaterThanOrEqual(renewals);
    process.stdout.write(
      `FIGURE ${simulated} simulated days, ${itemsSimulated} items: ${listings} times due and on the list, ${renewals} renewed, each a row; authors asked ${rows[0]?.asked} times, 0 twice\n`,
    );
  },
  300_000 + itemsSimulated * 3_000,
);
