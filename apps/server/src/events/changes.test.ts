import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { editItem, makeItem, unpublish } from "@tests/support/server/content.ts";
import { noticesOf } from "@tests/support/server/notices.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../db/database.ts";
import { users } from "../db/schema.ts";
import { type ChangedSources, type Changes, followChanges, type Source } from "./changes.ts";

let app: TestApp;
let changes: Changes;
let settled: () => Promise<void>;
let author: Member;
let item: number;
const told: ChangedSources[] = [];
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  author = await registerMember(app, "TechWriter");
  item = await makeItem(app, { authorId: author.user_id });
  changes = await followChanges(app.db);
  settled = await noticesOf(app.db);
  changes.on((sources) => told.push(sources));
});
beforeEach(async () => {
  await settled();
  told.length = 0;
});
afterAll(() => app.close());

const comment = (id: number) =>
  app.call("POST", `/content/${id}/comments`, { token: author.access_token, body: { body: "Well said." } });
const like = (id: number) => app.call("PUT", `/content/${id}/like`, { token: author.access_token });
/** Every source that the notices name so far. */
async function named(): Promise<string[]> {
  await settled();
  return [...new Set(told.flatMap((sources) => (sources === "all" ? "all" : [...sources])))].sort();
}

test("a comment names its item's comments and counts and its author's work, and a like the counts, the work and the member's likes", async () => {
  await comment(item);
  expect(await named()).toEqual([`comments:${item}`, `counts:${item}`, `work:${author.user_id}`]);
  told.length = 0;
  await like(item);
  expect(await named()).toEqual([`counts:${item}`, `likes:${author.user_id}`, `work:${author.user_id}`]);
});

test("a notification names its member's, or everyone's; reading one names the member's, and so does a new standing", async () => {
  const reader = await registerMember(app);
  const body = { body: "Well said." };
  await app.call("POST", `/content/${item}/comments`, { token: reader.access_token, body });
  expect(await named()).toContain(`notices:${author.user_id}`);
  told.length = 0;
  await app.call("POST", "/notifications/read-all", { token: author.access_token });
  expect(await named()).toEqual([`notices:${author.user_id}`]);
  told.length = 0;
  // Notifications no longer name a removed item.
  const gone = await makeItem(app, { authorId: author.user_id });
  await app.db.query.execute(sql`update content
    set status = 'Removed', published_revision_id = null, published_review = null where id = ${gone}`);
  expect(await named()).toContain("notices");
  told.length = 0;
  await app.db.query.update(users).set({ active: false }).where(eq(users.id, reader.user_id));
  expect(await named()).toContain(`notices:${reader.user_id}`);
});

test("an edit that waits for review names its item and its author's work alone", async () => {
  await editItem(app, item, "A newer title");
  expect(await named()).toEqual([`item:${item}`, `work:${author.user_id}`]);
});

test("what becomes public or stops being so also names the list, the categories and the ledger", async () => {
  const id = await makeItem(app, { authorId: author.user_id });
  expect(await named()).toEqual(["categories", `item:${id}`, "ledger", "list", `work:${author.user_id}`]);
  told.length = 0;
  await unpublish(app, id);
  expect(await named()).toEqual(["categories", `item:${id}`, "list", `work:${author.user_id}`]);
});

test("a renamed category is named, and its number of posts names the categories alone", async () => {
  await app.db.query.execute(sql`update categories set name = 'Renamed' where id = 2`);
  expect(await named()).toEqual(["categories", "category:2"]);
  told.length = 0;
  await app.db.query.execute(sql`update categories set posts = posts + 1 where id = 2`);
  expect(await named()).toEqual(["categories"]);
});

test("a member is named by what others see or what decides what they see, and by nothing else", async () => {
  const change = (facts: Partial<typeof users.$inferInsert>) =>
    app.db.query.update(users).set(facts).where(eq(users.id, author.user_id));
  await change({ phone: "+31 20 1234567", passwordHash: "another" });
  expect(await named()).toEqual([]);
  const user = `user:${author.user_id}`;
  for (const facts of [{ interests: ["security"] }, { bio: "Writes." }]) {
    told.length = 0;
    await change(facts);
    expect(await named()).toEqual([user]);
  }
  // Who has published is found by their name.
  told.length = 0;
  await change({ name: "Somebody" });
  expect(await named()).toEqual(["authors", user]);
});

test("nothing is named when a transaction is rolled back, or a statement changes no row", async () => {
  await app.db
    .transaction(async (tx) => {
      await tx.update(users).set({ name: "Nobody" });
      throw new Error("rolled back");
    })
    .catch(() => {});
  await app.db.query.update(users).set({ name: "Nobody" }).where(eq(users.id, -1));
  expect(await named()).toEqual([]);
});

test("a transaction that changes more than a hundred rows names all", async () => {
  const drafts = (count: number) =>
    app.db.query.execute(sql`insert into content (author_id, status)
      select ${author.user_id}, 'Draft' from generate_series(1, ${count}::int)`);
  // Their author's work is named besides.
  await drafts(100);
  expect(await named()).toHaveLength(101);
  expect(told).not.toContain("all");
  told.length = 0;
  await drafts(1000);
  expect(await named()).toHaveLength(102);
  expect(told.filter((sources) => sources === "all")).toHaveLength(1);
});

test("what changed after a version is known by its sources, and everything has changed once that is forgotten", async () => {
  const other = await makeItem(app, { authorId: author.user_id });
  const sources: Source[] = [`counts:${item}`];
  await settled();
  const { version } = changes;
  await like(other);
  await settled();
  expect(changes.haveTouched(sources, version)).toBe(false);
  expect(changes.haveTouched([...sources, `counts:${other}`], version)).toBe(true);
  expect(changes.haveTouched([`counts:${other}`], changes.version)).toBe(false);
  // More sources than are remembered.
  await app.db.query.execute(sql`
    select pg_notify('shared_answers', string_agg('item:' || number, ' '))
    from generate_series(1, 10100) number group by number / 100`);
  await settled();
  expect(changes.haveTouched(sources, version)).toBe(true);
});

describe("notices of a server", () => {
  let answer: () => void;
  let lose: () => void;
  const server = {
    engine: "server",
    listen: async (_channel: string, _onPayload: unknown, onGap: () => void) => {
      lose = onGap;
      return async () => {};
    },
    caughtUp: () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  } as unknown as Database;
  let lateChanges: Changes;
  const heard: ChangedSources[] = [];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    lateChanges = await followChanges(server);
    heard.length = 0;
    lateChanges.on((sources) => heard.push(sources));
  });
  afterEach(() => void vi.useRealTimers());

  test("that are late are waited for, and drop nothing that is kept", async () => {
    const caughtUp = vi.fn();
    const waiting = lateChanges.caughtUp().then(caughtUp);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(caughtUp).not.toHaveBeenCalled();
    answer();
    await waiting;
    expect(heard).toEqual([]);
  });

  test("that do not come make everything count as changed, once for all that wait, before any of them goes on", async () => {
    const { version } = lateChanges;
    const caughtUp = vi.fn(() => expect(lateChanges.haveTouched(["list"], version)).toBe(true));
    const waiting = [1, 2, 3].map(() => lateChanges.caughtUp().then(caughtUp));
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(waiting);
    expect(caughtUp).toHaveBeenCalledTimes(3);
    expect(heard).toEqual(["all"]);
  });

  test("that were missed end the wait, because everything counts as changed", async () => {
    const waiting = lateChanges.caughtUp();
    lose();
    await waiting;
    expect(heard).toEqual(["all"]);
  });
});
