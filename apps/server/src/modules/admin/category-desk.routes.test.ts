import type { Category } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { untilSomebodyWaits } from "@tests/support/server/lock-waits.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";
import { closeCategory, lockCategories } from "./category-desk.repository.ts";

let app: TestApp;
let token: string;
let authorId: number;
let authorToken: string;
beforeAll(async () => {
  app = await buildTestApp();
  const admin = await verifiedAdmin(app);
  token = admin.access_token;
  ({ user_id: authorId, access_token: authorToken } = await registerMember(app, "TechWriter"));
});
afterAll(() => app.close());

const create = (body: unknown) => app.call("POST", "/admin/categories", { body, token });
const change = (id: number, body: unknown) => app.call("PATCH", `/admin/categories/${id}`, { body, token });
const remove = (id: number, query = "") => app.call("DELETE", `/admin/categories/${id}${query}`, { token });
const names = async () => (await app.call("GET", "/categories")).body.map(({ name }: Category) => name);
let added = 0;
const add = async (): Promise<number> => {
  added += 1;
  return (await create({ name: `Category ${added}`, description: "For a test" })).body.id;
};

test("a post sent while its category is deleted is refused, not stored without a category", async () => {
  const id = await add();
  const { sent } = await app.db.transaction(async (tx) => {
    await lockCategories(tx, [id]);
    await closeCategory(tx, { id, posts: 0 }, null, new Date());
    const body = { title: "Too late", body: "Words.", category: id };
    const sent = app.call("POST", "/content", { token: authorToken, body });
    await untilSomebodyWaits(app.db);
    return { sent };
  });
  expect(await sent).toMatchObject({ status: 400, body: { details: [{ field: "category" }] } });
});

describe("a category", () => {
  test("is added and visible to everybody at once", async () => {
    await names();
    const answer = await create({ name: " Game Design ", description: " Rules that are fun. " });
    expect(answer).toMatchObject({
      status: 201,
      body: { name: "Game Design", description: "Rules that are fun.", posts: 0 },
    });
    expect(await names()).toContain("Game Design");
    const { body } = await app.call("GET", "/admin/categories", { token });
    expect(body).toMatchObject({ next: null, total: body.items.length });
    expect(body.items).toContainEqual(answer.body);
  });

  test.each([undefined, "", " \n "])("is not added with the description %j", async (description) => {
    const answer = await create({ name: "Without words", description });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({ field: "description", problem: expect.any(String) });
    expect(answer.body.error).toMatch(/^Description (is required|must not be (empty|blank))\./);
    expect(await names()).not.toContain("Without words");
  });

  test("has a unique name, ignoring case, even among fifty concurrent calls", async () => {
    expect(await create({ name: "cyber SECURITY", description: "Twice" })).toMatchObject({
      status: 409,
      body: { code: "category_name_taken" },
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create({ name: "Once", description: "Fifty times" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  test.each([
    ["without a name", {}],
    ["with a blank name", { name: "\t" }],
  ])("%s is bad input", async (_case, body) => {
    expect((await create({ description: "Tools", ...body })).status).toBe(400);
  });

  test("is renamed, and its items show the new name", async () => {
    const id = await add();
    const item = await makeItem(app, { authorId, categoryId: id });
    expect((await change(id, { name: "Renamed" })).body).toMatchObject({
      name: "Renamed",
      description: "For a test",
    });
    expect((await app.call("GET", `/content/${item}`)).body.category_name).toBe("Renamed");
    expect((await change(id, { name: "Data Science" })).status).toBe(409);
    expect((await change(id, { description: "" })).body).toMatchObject({ name: "Renamed", description: "" });
  });

  test("without items is deleted, and its name is free again", async () => {
    const id = await add();
    expect((await change(id, { name: "Short-lived" })).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    expect(await names()).not.toContain("Short-lived");
    expect((await app.call("GET", `/categories/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await change(id, { name: "Back" })).status).toBe(404);
    expect((await create({ name: "Short-lived", description: "Soon gone" })).status).toBe(201);
  });

  test.each(["Draft", "Pending", "Published", "Flagged"] as const)(
    "with a %s item is not deleted unless another category is named for its items",
    async (status) => {
      const id = await add();
      await makeItem(app, { authorId, categoryId: id, status });
      expect(await remove(id)).toMatchObject({ status: 409, body: { code: "category_in_use" } });
      expect((await app.call("GET", `/categories/${id}`)).status).toBe(200);
      for (const target of [id, 987_654]) expect((await remove(id, `?move_to=${target}`)).status).toBe(400);
      expect((await remove(id, "?move_to=3")).status).toBe(200);
    },
  );

  test("when deleted moves its items, without changing decided revisions", async () => {
    const [from, to] = [await add(), await add()];
    const published = await makeItem(app, { authorId, categoryId: from });
    const pending = await makeItem(app, { authorId, categoryId: from, status: "Pending" });
    expect((await remove(from, `?move_to=${to}`)).status).toBe(200);

    const target = (await app.call("GET", `/categories/${to}`)).body;
    expect(target.posts).toBe(1);
    const item = (await app.call("GET", `/content/${published}`)).body;
    expect(item).toMatchObject({ category_id: to, category_name: target.name });
    const listed = await app.call("GET", `/content/search?category=${to}`);
    expect(listed.body.items.map(({ id }: { id: number }) => id)).toEqual([published]);
    const desk = await app.call("GET", `/admin/content?category=${to}`, { token });
    expect(desk.body.items.map(({ id }: { id: number }) => id)).toEqual([pending, published]);

    const body = { revision: 1 };
    expect((await app.call("POST", `/admin/content/${pending}/approve`, { body, token })).status).toBe(200);
    expect((await app.call("GET", `/categories/${to}`)).body.posts).toBe(2);
    expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();

    const last = await add();
    expect((await remove(to, `?move_to=${last}`)).status).toBe(200);
    expect((await app.call("GET", `/content/${published}`)).body.category_id).toBe(last);
    expect((await app.call("GET", `/categories/${last}`)).body.posts).toBe(2);
    expect((await remove(last)).status).toBe(409);
  });
});
