import type { Category } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("the five categories come with the database, in the spec's order", async () => {
  const { body } = await app.call("GET", "/categories");
  expect(body.map(({ id, name }: Category) => [id, name])).toEqual([
    [1, "Fullstack Development"],
    [2, "Cyber Security"],
    [3, "Data Science"],
    [4, "Mobile Development"],
    [5, "Artificial Intelligence"],
  ]);
});

test("a category knows how many published items it has", async () => {
  const { user_id: authorId } = await registerMember(app);
  await makeItem(app, { authorId, categoryId: 2 });
  await makeItem(app, { authorId, categoryId: 2 });
  await makeItem(app, { authorId, categoryId: 2, status: "Pending" });
  expect((await app.call("GET", "/categories/2")).body).toMatchObject({ name: "Cyber Security", posts: 2 });
});
