import type { ActivityEntry } from "@cairn/contract";
import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { csvLine } from "../../lib/csv.ts";

let app: TestApp;
let admin: Member;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await verifiedAdmin(app);
  writer = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) =>
  app.call(method, path, { body, token: admin.access_token });
const list = async (query = ""): Promise<{ items: ActivityEntry[]; next: string | null }> =>
  (await call("GET", `/admin/activity${query}`)).body;

test("each action and each decision adds its line, newest first, with who and why", async () => {
  const { body: user } = await call("POST", "/admin/users", {
    name: "Priya Raman",
    email: "priya@example.test",
    role: "Admin",
  });
  await call("PATCH", `/admin/users/${user.id}`, { name: "Priya R." });
  await call("PATCH", `/admin/users/${user.id}`, { verified: true });
  await call("PATCH", `/admin/users/${user.id}`, { active: false });
  await call("PATCH", `/admin/users/${user.id}`, { active: true });
  const { body: category } = await call("POST", "/admin/categories", {
    name: "Game Design",
    description: "Fun.",
  });
  await call("PATCH", `/admin/categories/${category.id}`, { name: "Games" });
  await call("DELETE", `/admin/categories/${category.id}`);
  const id = await makeItem(app, { authorId: writer.user_id, status: "Pending", title: "Caching headers" });
  await call("POST", `/admin/content/${id}/approve`, { revision: 1 });
  await call("POST", `/admin/content/${id}/flag`, { reason: "Out of date." });
  await call("DELETE", `/admin/content/${id}`);

  const { items } = await list();
  expect(items.map(({ event }) => event)).toEqual([
    "Content removed: “Caching headers”",
    "Content flagged: “Caching headers”",
    "Content approved: “Caching headers”",
    "Category deleted: Games",
    "Category updated: Games",
    "Category created: Game Design",
    "User activated: Priya R.",
    "User deactivated: Priya R.",
    "Admin verified: Priya R.",
    "User updated: Priya R. (name from “Priya Raman” to “Priya R.”)",
    "User created: Priya Raman",
  ]);
  expect(items[1]).toMatchObject({
    kind: "contentFlagged",
    by: { id: admin.user_id },
    subject_id: id,
    reason: "Out of date.",
    seq: 2,
  });
  expect(items[10]).toMatchObject({ kind: "userCreated", subject_id: user.id, reason: null, seq: null });
});

test("it is paged by cursor without gaps or duplicates, even where times are equal", async () => {
  const at = new Date();
  for (let count = 0; count < 5; count += 1) {
    await makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, at });
    await call("POST", "/admin/categories", { name: `Paged ${count}`, description: "Paged." });
  }
  const whole = (await list("?per_page=100")).items.map(({ id }) => id);
  expect(new Set(whole).size).toBe(whole.length);
  for (const size of [1, 3]) {
    const seen = await readAll<ActivityEntry>(app, `/admin/activity?per_page=${size}`, by(admin));
    expect(seen.map(({ id }) => id)).toEqual(whole);
  }
});

describe("as a CSV file", () => {
  test("contains all activity as a download", async () => {
    const { headers, body } = await call("GET", "/admin/activity.csv");
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toBe('attachment; filename="activity.csv"');
    expect(headers["cache-control"]).toBe("no-store");
    const lines = String(body).split("\r\n");
    expect(lines[0]).toBe('\ufeff"time","event","kind","by","reason","ledger row"');
    expect(lines.at(-1)).toBe("");
    expect(lines).toHaveLength((await list("?per_page=100")).items.length + 2);
  });

  test("keeps user input inside its cell and never as a formula", async () => {
    const title = '=HYPERLINK("http://evil.example","a, b")';
    const id = await makeItem(app, { authorId: writer.user_id, status: "Pending", title });
    const reason = "=cmd|' /C calc'!A0\nsecond \"line\", still the reason";
    await call("POST", `/admin/content/${id}/flag`, { reason });
    const { body } = await call("GET", "/admin/activity.csv");
    expect(body).toContain(
      `"Content flagged: “=HYPERLINK(""http://evil.example"",""a, b"")”","contentFlagged",`,
    );
    expect(body).toContain(`"'=cmd|' /C calc'!A0\nsecond ""line"", still the reason"`);
  });

  test.each([
    ["=1+1", `"'=1+1"`],
    ["+1", `"'+1"`],
    ["-1", `"'-1"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1", `"'\t=1"`],
    ["\r=1", `"'\r=1"`],
    ["  =1", `"'  =1"`],
    ["a=1", `"a=1"`],
    ['say "hi", you', `"say ""hi"", you"`],
    ["", `""`],
  ])("a cell %j is written %s", (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });
});
