import type { Comment } from "@cairn/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderComment } from "../../lib/markdown.ts";
import { buildTestApp, registerMember, type TestApp } from "../../test/app.ts";
import { makeItem } from "../../test/content.ts";
import { insertComment } from "./comments.repository.ts";

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp();
  authorId = (await registerMember(app)).user_id;
});
afterAll(() => app.close());

async function comment(contentId: number, body: string, minutesAgo = 0): Promise<void> {
  const createdAt = new Date(Date.now() - minutesAgo * 60_000);
  await insertComment(app.db.query, { contentId, authorId, body, bodyHtml: renderComment(body), createdAt });
}

test("comments are newest first and carry the spec's fields", async () => {
  const id = await makeItem(app, { authorId });
  await comment(id, "First", 2);
  await comment(id, "Second", 1);
  const answer = await app.call("GET", `/content/${id}/comments`);
  expect(answer.body.map((found: Comment) => found.body)).toEqual(["Second", "First"]);
  const [newest] = answer.body;
  expect(newest).toMatchObject({
    id_code: String(newest.id),
    user_id: authorId,
    user: { name: expect.any(String) },
    body_html: "<p>Second</p>\n",
  });
  expect(answer.headers["x-total-count"]).toBe("2");
  expect((await app.call("GET", `/content/${id}`)).body.comments).toBe(2);
});

test("a comment is text with links and code, and nothing in it can run", async () => {
  const id = await makeItem(app, { authorId });
  await comment(
    id,
    "See https://example.org and `npm start` <img src=x onerror=alert(1)> [x](javascript:alert(1))",
  );
  const [{ body_html: html }] = (await app.call("GET", `/content/${id}/comments`)).body;
  expect(html).toContain('<a href="https://example.org" rel="nofollow noopener ugc">');
  expect(html).toContain("<code>npm start</code>");
  expect(html).not.toContain("<img");
  expect(html).not.toMatch(/href="javascript/);
});

test("a long list is followed by cursor without a gap or a double", async () => {
  const id = await makeItem(app, { authorId });
  for (let count = 0; count < 7; count += 1) await comment(id, `Comment ${count}`, 5);
  const seen: number[] = [];
  let cursor: unknown = null;
  do {
    const page = await app.call(
      "GET",
      `/content/${id}/comments?per_page=3${cursor ? `&cursor=${cursor}` : ""}`,
    );
    seen.push(...page.body.map((found: Comment) => found.id));
    cursor = page.headers["x-next-cursor"];
  } while (cursor);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
});

test("an item that does not exist has no comments to show", async () => {
  const answer = await app.call("GET", "/content/123456/comments");
  expect(answer.status).toBe(404);
  expect(answer.body.error).toBe("Content not found");
});
