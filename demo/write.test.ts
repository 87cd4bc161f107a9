import type { BlockCheck, ContentItem, Notification } from "@cairn/contract";
import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { content, ledger, standingReasons, users } from "../apps/server/src/db/schema.ts";
import { demoPassword } from "../apps/server/src/modules/auth/passwords.ts";
import { demoAccounts, seedDemo } from "./write.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  expect(await seedDemo(app.db, app.store)).toBe(true);
});
afterAll(() => app.close());

test("a second start leaves the demo data unchanged", async () => {
  expect(await seedDemo(app.db, app.store)).toBe(false);
});

test("the four accounts that are printed can log in with the printed password", async () => {
  expect(demoAccounts.map(({ email }) => email)).toHaveLength(4);
  for (const { email, role } of demoAccounts) {
    const answer = await app.call("POST", "/auth/login", {
      body: { email, password: demoPassword },
      from: "127.0.0.1",
    });
    expect(answer.body).toMatchObject({ role });
  }
});

test("one of the two admins is verified", async () => {
  const rows = await app.db.query.select().from(users).where(eq(users.role, "Admin"));
  const verified = rows.filter(({ verifiedAt }) => verifiedAt !== null).map(({ email }) => email);
  expect(verified).toContain("admin@cairn.test");
  expect(verified).not.toContain("new-admin@cairn.test");
});

test("content 1 is published and has at least five comments", async () => {
  expect((await app.call("GET", "/content/1")).body.status).toBe("Published");
  expect((await app.call("GET", "/content/1/comments")).body.length).toBeGreaterThanOrEqual(5);
});

test("a series of three published items can be read in its order", async () => {
  const { items } = (await app.call("GET", "/series")).body;
  expect(items).toMatchObject([{ title: "Before anybody attacks", count: 3 }]);
  const { body } = await app.call("GET", `/series/${items[0].id}`);
  expect(body.items.map(({ title }: ContentItem) => title)).toContain("How TLS 1.3 handshakes work");
});

test("every published item has its approving row, and the ledger is one chain in the order of time", async () => {
  const published = await app.db.query.select().from(content).where(isNotNull(content.publishedRevisionId));
  expect(published.length).toBeGreaterThanOrEqual(30);
  const rows = await app.db.query.select().from(ledger).orderBy(ledger.seq);
  for (const [index, row] of rows.entries()) {
    expect(row.seq).toBe(index + 1);
    const before = rows[index - 1];
    if (!before) continue;
    expect(row.previousHash).toEqual(before.hash);
    expect(row.decidedAt.getTime()).toBeGreaterThanOrEqual(before.decidedAt.getTime());
  }
});

test("a newcomer sees one item that is due, one with a dead link and one that another replaces; all others are verified", async () => {
  const items: ContentItem[] = (await app.call("GET", "/content?per_page=100")).body;
  const others = items.filter(({ standing }) => standing !== "verified");
  expect(
    new Map(others.map(({ title, standing, superseded_by }) => [title, [standing, superseded_by]])),
  ).toEqual(
    new Map([
      ["Debugging memory leaks in Node", ["due", null]],
      ["Your first threat model", ["outdated", null]],
      ["Read the confusion matrix before the accuracy", ["superseded", 30]],
    ]),
  );
});

test("the stored totals equal the counted ones", async () => {
  const { rows } = await app.db.query.execute<{ wrong: number }>(sql`
    select (select count(*) from categories c where posts <> (
        select count(*) from content where published_category_id = c.id))
      + (select count(*) from content c where comments <> (select count(*) from comments where content_id = c.id)
          or likes <> (select count(*) from likes where content_id = c.id))
      + (select count(*) from content_counts t where total <> (
          select count(*) from content where author_id = t.author_id and status = t.status)) as wrong`);
  expect(Number(rows[0]?.wrong)).toBe(0);
});

test("each printed account has its own notifications, read and unread", async () => {
  const told = new Map<string, Notification[]>();
  for (const { email, key } of demoAccounts) {
    const { body } = await app.call("POST", "/auth/login", {
      body: { email, password: demoPassword },
      from: "127.0.0.1",
    });
    const { access_token: token } = body;
    const page = (await app.call("GET", "/notifications?per_page=100", { token })).body;
    const unread = page.items.filter(({ read }: Notification) => !read);
    expect(page.total, key).toBe(page.items.length);
    expect(page.unread, key).toBe(unread.length);
    expect(unread.length, key).toBeGreaterThan(0);
    expect(unread.length, key).toBeLessThan(page.items.length);
    const times = page.items.map(({ created_at }: Notification) => created_at);
    expect(times, key).toEqual(times.toSorted().toReversed());
    told.set(key, page.items);
  }
  const messages = (key: string) => told.get(key)?.map(({ message }) => message) ?? [];
  expect(messages("member")).toContain("New article by Wanjiru Kamau");
  expect(messages("writer")).toContain("Your post was approved");
  expect(messages("writer")).toContain("Amina Yusuf commented on your post");
  expect(messages("writer").filter((text) => text.startsWith("Your post was flagged: "))).toHaveLength(5);
  expect(messages("admin")).toContain("An edit by Daniel Mensah waits for review");
  expect(messages("admin")).toContain("A post by Daniel Mensah waits for review");
  expect(messages("new-admin")).toEqual(["Linh Hoang commented on your post", "Your post was approved"]);
});

test("every file of a published item is served", async () => {
  const { body } = await app.call("GET", "/content?per_page=100");
  const addresses = body.flatMap((item: { media: { url: string; poster_url: string | null } | null }) =>
    item.media ? [item.media.url, item.media.poster_url].filter(Boolean) : [],
  );
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) expect((await app.call("GET", address)).status).toBe(200);
});

test("one item is outdated, because its link is dead, and all links were asked about already", async () => {
  const dead = await app.db.query.select().from(standingReasons).where(eq(standingReasons.kind, "links"));
  expect(dead).toEqual([expect.objectContaining({ text: "Its link is dead" })]);
  const { body } = await app.call("GET", `/content/${dead[0]?.contentId}/links`);
  expect(body.items).toEqual([
    expect.objectContaining({ state: "dead", url: expect.stringContaining(".example/") }),
  ]);
  const { body: item } = await app.call("GET", `/content/${dead[0]?.contentId}`);
  expect(item.dead_links).toHaveLength(1);
  expect(await app.links.runNow()).toEqual({ alive: 0, failing: 0, dead: 0, unknown: 0 });
});

test("authors have their portrait, and it is served", async () => {
  const { body: items } = await app.call("GET", "/content?per_page=100");
  const authors = new Set(items.map((item: { author_id: number }) => item.author_id));
  expect(authors.size).toBeGreaterThan(8);
  for (const id of authors) {
    const { body: author } = await app.call("GET", `/authors/${id}`);
    expect((await app.call("GET", author.avatar_url)).status, author.name).toBe(200);
  }
});

test("published items have at least fifteen blocks of code to check; what a browser runs has passed for the reviewer", async () => {
  const { body: items } = await app.call("GET", "/content?per_page=100");
  const found: BlockCheck[] = [];
  for (const { id } of items as ContentItem[])
    found.push(...(await app.call("GET", `/content/${id}/checks`)).body.items);
  expect(found.length).toBeGreaterThanOrEqual(15);
  const passed = found.filter(({ outcome }) => outcome === "passed");
  expect(passed.length).toBeGreaterThanOrEqual(10);
  expect(passed.every(({ by, ran_at }) => by && ran_at)).toBe(true);
  const others = found.filter(({ outcome }) => outcome !== "passed").map(({ language }) => language);
  expect(others.every((language) => ["go", "python"].includes(language))).toBe(true);
});
