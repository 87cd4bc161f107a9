import type { DeskItem } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { editItem, makeItem } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "../../db/schema.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

let app: TestApp;
let writer: Member;
let admin: Member;
let other: Member;
const made: Record<string, number> = {};
beforeAll(async () => {
  app = await buildTestApp();
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  other = await verifiedAdmin(app);
  await app.db.query.update(users).set({ name: "Wanjiru Kamau" }).where(eq(users.id, writer.user_id));
  await app.db.query.update(users).set({ name: "Grace Wanjiku" }).where(eq(users.id, admin.user_id));

  const authorId = writer.user_id;
  made.late = await makeItem(app, { authorId, status: "Pending", title: "Late one", at: hoursAgo(1) });
  made.draft = await makeItem(app, { authorId, status: "Draft", title: "Not sent" });
  made.early = await makeItem(app, {
    authorId,
    status: "Pending",
    title: "Early 100% one",
    type: "Video",
    at: hoursAgo(30),
  });
  made.published = await makeItem(app, { authorId, title: "Public one", categoryId: 2, at: hoursAgo(50) });
  made.edited = await makeItem(app, {
    authorId,
    title: "As approved",
    body: "Old *words*.",
    at: hoursAgo(60),
  });
  await editItem(app, made.edited, "As edited");
  made.flagged = await makeItem(app, { authorId, status: "Flagged", title: "Flagged_one" });
  made.foreign = await makeItem(app, { authorId: other.user_id, title: "By somebody else" });
  made.removed = await makeItem(app, { authorId, title: "Removed one" });
  await app.call("DELETE", `/admin/content/${made.removed}`, { token: admin.access_token });
});
afterAll(() => app.close());

const get = (path: string, who = admin) => app.call("GET", path, { token: who.access_token });
const list = async (query = "") => (await get(`/admin/content${query}`)).body;
const names = (page: { items: DeskItem[] }) =>
  page.items.map(({ id }) => Object.keys(made).find((name) => made[name] === id));

describe("the review desk", () => {
  test("lists every item that was sent and not removed, newest first, with the total", async () => {
    const page = await list();
    expect(names(page)).toEqual(["foreign", "flagged", "edited", "published", "early", "late"]);
    expect(page).toMatchObject({ next: null, total: 6 });
    expect(names(await list("?sort=oldest"))).toEqual(names(page).toReversed());
  });

  test("lists the longest waiting first under Pending, including edits of published items", async () => {
    const page = await list("?status=Pending");
    expect(names(page)).toEqual(["early", "late", "edited"]);
    expect(page.total).toBe(3);
    const [early] = page.items;
    expect(Math.floor(early.waiting_seconds / 3600)).toBe(30);
    expect(early.waiting_since).toBe(early.created_at);
  });

  test.each([
    ["?status=approved", ["edited", "published", "foreign"]],
    ["?status=FLAGGED", ["flagged"]],
    ["?status=Removed", ["removed"]],
    ["?type=video", ["early"]],
    ["?category=2", ["published"]],
    ["?category=cyber%20security&status=pending", []],
    ["?q=ONE", ["flagged", "published", "early", "late"]],
    ["?q=wanjiru", ["flagged", "edited", "published", "early", "late"]],
    ["?q=100%25", ["early"]],
    ["?q=d_o", ["flagged"]],
    ["?q=nothing%20like%20it", []],
    ["?q=as%20approved", []],
    ["?q=as%20edited&type=Article&status=Pending", ["edited"]],
  ])("filtered by %s shows %j", async (query, expected) => {
    expect(names(await list(query)).sort()).toEqual([...expected].sort());
  });

  test("lists the oldest first on request", async () => {
    expect(names(await list("?status=Published&sort=oldest"))).toEqual(["published", "edited", "foreign"]);
  });

  test.each([
    "?status=Waiting",
    "?status=__proto__",
    "?status=constructor",
    "?type=PDF",
    "?category=Cooking",
    "?sort=waiting",
    "?sort=title",
  ])("filtered by %s is bad input", async (query) => {
    expect((await get(`/admin/content${query}`)).status).toBe(400);
  });

  test("shows the waiting revision's fields, its author and what can be done", async () => {
    const { body } = await get(`/admin/content/${made.edited}`);
    expect(body).toMatchObject({
      title: "As edited",
      excerpt: "Newer words.",
      author: { id: writer.user_id, name: "Wanjiru Kamau" },
      status: "Published",
      revision: 2,
      pending_revision: 2,
      published_revision: 1,
      last_decision: { decision: "approved", revision: 1 },
      claim: null,
      can: { approve: true, flag: true, remove: true },
    });
  });

  test("shows no drafts", async () => {
    expect((await get(`/admin/content/${made.draft}`)).status).toBe(404);
    expect((await get(`/admin/content/${made.draft}/revisions/1`)).status).toBe(404);
  });

  test.each(["", "status=Pending", "sort=oldest", "q=one", "type=Article"])(
    "is paged by cursor without gaps or duplicates under %j",
    async (query) => {
      const whole = (await list(`?per_page=100&${query}`)).items.map((item: DeskItem) => item.id);
      const token = admin.access_token;
      const seen = await readAll<DeskItem>(app, `/admin/content?per_page=1&${query}`, { token });
      expect(seen.map(({ id }) => id)).toEqual(whole);
    },
  );

  test("refuses a cursor of another order", async () => {
    const { next } = await list("?per_page=1");
    expect((await get(`/admin/content?sort=oldest&cursor=${next}`)).status).toBe(400);
  });
});

describe("a revision under review", () => {
  test("comes with the approved one, both as written, and with earlier decisions", async () => {
    const { body } = await get(`/admin/content/${made.edited}/revisions/2`);
    expect(body).toMatchObject({
      content_id: made.edited,
      number: 2,
      title: "As edited",
      body: "Newer words.",
      body_html: '<p dir="auto">Newer words.</p>\n',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      approved: { number: 1, title: "As approved", body: "Old *words*." },
      reviews: [{ decision: "approved", revision: 1 }],
    });
    expect((await get(`/admin/content/${made.edited}/revisions/1`)).body).toMatchObject({
      number: 1,
      approved: { number: 1 },
    });
  });

  test("comes alone when nothing is published", async () => {
    expect((await get(`/admin/content/${made.early}/revisions/1`)).body).toMatchObject({
      approved: null,
      reviews: [],
    });
  });

  test("that was never written is not found", async () => {
    const answer = await get(`/admin/content/${made.early}/revisions/2`);
    expect(answer).toMatchObject({ status: 404, body: { code: "revision_not_found" } });
  });
});

describe("a claim", () => {
  const claim = (who: Member) =>
    app.call("POST", `/admin/content/${made.late}/claim`, { token: who.access_token });
  const release = (who: Member) =>
    app.call("DELETE", `/admin/content/${made.late}/claim`, { token: who.access_token });

  test("is shown to everybody at the desk and has one holder until it is given up", async () => {
    expect((await claim(admin)).body).toMatchObject({ by: { name: "Grace Wanjiku" }, mine: true });
    const refused = await claim(other);
    expect(refused).toMatchObject({ status: 409, body: { code: "item_claimed" } });
    expect(refused.body.error).toBe("Grace Wanjiku is reviewing this item.");
    const seen = (await get(`/admin/content/${made.late}`, other)).body.claim;
    expect(seen).toMatchObject({ by: { id: admin.user_id }, mine: false });

    expect((await release(other)).status).toBe(200);
    expect((await claim(other)).status).toBe(409);
    await release(admin);
    expect((await claim(other)).status).toBe(200);
    await release(other);
  });

  test("has one holder after fifty concurrent tries", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, count) => claim(count % 2 ? admin : other)),
    );
    const holders = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.by.id));
    expect(holders.size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(25);
    await release(admin);
    await release(other);
  });

  test("expires after ten minutes, unless its holder renews it", async () => {
    await claim(admin);
    app.passTime(9 * 60_000);
    await claim(admin);
    app.passTime(9 * 60_000);
    expect((await claim(other)).status).toBe(401);
    const [one, two] = [await login(admin), await login(other)];
    expect((await claim(two)).status).toBe(409);
    app.passTime(61_000);
    expect((await claim(two)).status).toBe(200);
    expect((await claim(one)).status).toBe(409);
    await release(two);
  });

  test("ends with a decision", async () => {
    const one = await login(admin);
    const two = await login(other);
    await claim(two);
    const body = { reason: "Decided by somebody else.", revision: 1 };
    const token = one.access_token;
    expect((await app.call("POST", `/admin/content/${made.late}/flag`, { token, body })).status).toBe(200);
    expect((await get(`/admin/content/${made.late}`, one)).body.claim).toBeNull();
  });

  test("ends with its admin's grant", async () => {
    const [one, two] = [await login(admin), await login(other)];
    await claim(two);
    const grant = (verified: boolean) =>
      app.call("PATCH", `/admin/users/${other.user_id}`, { token: one.access_token, body: { verified } });
    await grant(false);
    expect((await get(`/admin/content/${made.late}`, one)).body.claim).toBeNull();
    expect((await claim(one)).status).toBe(200);
    await release(one);
    await grant(true);
  });

  async function login({ email }: Member): Promise<Member> {
    const body = { email, password: "correct horse battery" };
    const answer = await app.call("POST", "/auth/login", { body });
    return { ...answer.body, email };
  }
});
