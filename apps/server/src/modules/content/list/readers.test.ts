import type { ContentItem } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem, verifyAdmin } from "@tests/support/server/content.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { categories, users } from "../../../db/schema.ts";

/** Two instances of one site. */
let app: TestApp;
let other: TestApp;
let author: Member;
let member: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  other = await buildTestApp({ rateLimits: false }, null, { db: app.db, store: app.store });
  author = await registerMember(app, "TechWriter");
  member = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterAll(async () => {
  await other.http.close();
  await app.close();
});

const make = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, { authorId: author.user_id, reviewerId: admin.user_id, ...facts });

async function listOf({ access_token: token }: Member, on: TestApp): Promise<ContentItem[]> {
  return (await on.call("GET", "/content?per_page=100", { token })).body;
}
async function itemOf({ access_token: token }: Member, id: number, on: TestApp) {
  return (await on.call("GET", `/content/${id}`, { token })).body;
}

/** Reads on both instances, so that both keep what they read. */
async function onBoth<Value>(read: (on: TestApp) => Promise<Value>): Promise<Value[]> {
  return [await read(app), await read(other)];
}

describe("what a member has read already is never older than a change, on both instances:", () => {
  test("an author's new name", async () => {
    const id = await make();
    const nameIn = async (on: TestApp) => [
      (await listOf(member, on)).find((item) => item.id === id)?.author_name,
      (await itemOf(member, id, on)).author_name,
    ];
    await onBoth(nameIn);
    const patch = { body: { name: "Grace Hopper" }, token: author.access_token };
    expect((await app.call("PATCH", "/profiles/me", patch)).status).toBe(200);
    expect(await onBoth(nameIn)).toEqual(Array(2).fill(["Grace Hopper", "Grace Hopper"]));
  });

  test("a category's new name", async () => {
    const id = await make({ categoryId: 4 });
    const nameIn = async (on: TestApp) => (await itemOf(member, id, on)).category_name;
    await onBoth(nameIn);
    const sent = { body: { name: "Pocket Computers" }, token: admin.access_token };
    expect((await other.call("PATCH", "/admin/categories/4", sent)).status).toBe(200);
    expect(await onBoth(nameIn)).toEqual(["Pocket Computers", "Pocket Computers"]);
    const { rows } = await app.db.query.execute<{ name: string }>(
      sql`select name from ${categories} where ${categories.id} = 4`,
    );
    expect(rows).toEqual([{ name: "Pocket Computers" }]);
  });

  test("numbers of likes and comments, and whether the member likes the item", async () => {
    const id = await make();
    const numbersIn = async (on: TestApp) => {
      const { likes, comments, liked } = await itemOf(member, id, on);
      return { likes, comments, liked };
    };
    expect(await onBoth(numbersIn)).toEqual(Array(2).fill({ likes: 0, comments: 0, liked: false }));
    const token = member.access_token;
    await app.call("PUT", `/content/${id}/like`, { token });
    expect(await onBoth(numbersIn)).toEqual(Array(2).fill({ likes: 1, comments: 0, liked: true }));
    await other.call("POST", `/content/${id}/comments`, { token, body: { body: "Well said." } });
    expect(await onBoth(numbersIn)).toEqual(Array(2).fill({ likes: 1, comments: 1, liked: true }));
    await other.call("DELETE", `/content/${id}/like`, { token });
    expect(await onBoth(numbersIn)).toEqual(Array(2).fill({ likes: 0, comments: 1, liked: false }));
  });

  test("a like moves the member's list", async () => {
    const fan = await registerMember(app);
    const liked = await make({ categoryId: 2 });
    await make({ categoryId: 3 });
    const firstIn = async (on: TestApp) => (await listOf(fan, on))[0]?.why;
    expect(await onBoth(firstIn)).toEqual(["New here", "New here"]);
    await app.call("PUT", `/content/${liked}/like`, { token: fan.access_token });
    const { category_name } = await itemOf(fan, liked, app);
    expect(await onBoth(firstIn)).toEqual(Array(2).fill(`Because you liked posts in ${category_name}`));
  });

  test("interests move the member's list", async () => {
    const reader = await registerMember(app);
    await make({ categoryId: 5 });
    await make({ categoryId: 3 });
    const firstIn = async (on: TestApp) => (await listOf(reader, on))[0]?.why;
    await onBoth(firstIn);
    const sent = { body: { interests: ["AI"] }, token: reader.access_token };
    expect((await app.call("PATCH", "/profiles/me", sent)).status).toBe(200);
    expect(await onBoth(firstIn)).toEqual(Array(2).fill("In your interests: Artificial Intelligence"));
  });

  test("a publication and its removal", async () => {
    const idsIn = async (on: TestApp) => (await listOf(member, on)).map(({ id }) => id);
    await onBoth(idsIn);
    const id = await make();
    for (const ids of await onBoth(idsIn)) expect(ids[0]).toBe(id);
    await onBoth((on) => itemOf(member, id, on));
    const removed = { body: { revision: 1, reason: "A test" }, token: admin.access_token };
    expect((await app.call("DELETE", `/admin/content/${id}`, removed)).status).toBe(200);
    for (const ids of await onBoth(idsIn)) expect(ids).not.toContain(id);
    for (const { code } of await onBoth((on) => itemOf(member, id, on)))
      expect(code).toBe("content_not_found");
  });
});

describe("what is kept of a member gives no rights:", () => {
  test("who loses the grant no longer sees unpublished items", async () => {
    const former = await verifiedAdmin(app);
    const id = await make({ status: "Pending" });
    const titleIn = async (on: TestApp) => (await itemOf(former, id, on)).title;
    for (const title of await onBoth(titleIn)) expect(title).toEqual(expect.any(String));
    await app.db.query.update(users).set({ verifiedAt: null }).where(eq(users.id, former.user_id));
    expect(await onBoth(titleIn)).toEqual([undefined, undefined]);
  });

  test("who gets the grant sees them at once", async () => {
    const newcomer = await registerMember(app, "Admin");
    const id = await make({ status: "Pending" });
    const titleIn = async (on: TestApp) => (await itemOf(newcomer, id, on)).title;
    expect(await onBoth(titleIn)).toEqual([undefined, undefined]);
    await verifyAdmin(app, newcomer.user_id);
    for (const title of await onBoth(titleIn)) expect(title).toEqual(expect.any(String));
  });

  test("a deactivated member is refused at once, with a token that was accepted before", async () => {
    const leaving = await registerMember(app);
    const token = leaving.access_token;
    const statusIn = async (on: TestApp) => (await on.call("GET", "/content", { token })).status;
    expect(await onBoth(statusIn)).toEqual([200, 200]);
    const sent = { body: { active: false }, token: admin.access_token };
    expect((await app.call("PATCH", `/admin/users/${leaving.user_id}`, sent)).status).toBe(200);
    expect(await onBoth(statusIn)).toEqual([401, 401]);
  });
});

test("an unread count and the first page follow every notice and every read, on both instances", async () => {
  const who = await registerMember(app, "TechWriter");
  const token = who.access_token;
  const countIn = async (on: TestApp) => {
    const { unread } = (await on.call("GET", "/notifications/unread-count", { token })).body;
    const page = (await on.call("GET", "/notifications", { token })).body;
    return { unread, shown: page.unread, listed: page.items.length };
  };
  expect(await onBoth(countIn)).toEqual(Array(2).fill({ unread: 0, shown: 0, listed: 0 }));
  const waiting = await make({ status: "Pending" });
  const approval = { body: { revision: 1 }, token: admin.access_token };
  expect((await app.call("POST", `/admin/content/${waiting}/approve`, approval)).status).toBe(200);
  expect(await onBoth(countIn)).toEqual(Array(2).fill({ unread: 1, shown: 1, listed: 1 }));
  const own = await makeItem(app, { authorId: who.user_id, reviewerId: admin.user_id });
  const comment = { body: { body: "Well said." }, token: member.access_token };
  expect((await other.call("POST", `/content/${own}/comments`, comment)).status).toBe(201);
  expect(await onBoth(countIn)).toEqual(Array(2).fill({ unread: 2, shown: 2, listed: 2 }));
  expect((await other.call("POST", "/notifications/read-all", { token, body: {} })).status).toBe(200);
  expect(await onBoth(countIn)).toEqual(Array(2).fill({ unread: 0, shown: 0, listed: 2 }));
});

test("a notification of a removed item no longer names it, also on a first page that was read before", async () => {
  const id = await make({ status: "Pending", title: "Soon to be gone" });
  await app.call("POST", `/admin/content/${id}/approve`, {
    body: { revision: 1 },
    token: admin.access_token,
  });
  const newestIn = async (on: TestApp) =>
    (await on.call("GET", "/notifications", { token: member.access_token })).body.items[0].subMessage;
  for (const text of await onBoth(newestIn)) expect(text).toContain("Soon to be gone");
  const removed = { body: { revision: 1, reason: "A test" }, token: admin.access_token };
  expect((await app.call("DELETE", `/admin/content/${id}`, removed)).status).toBe(200);
  expect(await onBoth(newestIn)).toEqual(Array(2).fill("No longer available [View]"));
});
