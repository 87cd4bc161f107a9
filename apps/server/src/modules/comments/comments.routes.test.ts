import { type Comment, limits } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem, unpublish } from "@tests/support/server/content.ts";
import { untilSomebodyWaits } from "@tests/support/server/lock-waits.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comments, content, users } from "../../db/schema.ts";
import { renderComment } from "../../lib/markdown.ts";
import { setReviewState } from "../content/revisions.repository.ts";
import { insertComment } from "./comments.repository.ts";

let app: TestApp;
let writer: Member;
let author: Member;
let other: Member;
let unverified: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp();
  writer = await registerMember(app, "TechWriter");
  author = await registerMember(app);
  other = await registerMember(app);
  unverified = await registerMember(app, "Admin");
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const makePost = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, { authorId: writer.user_id, ...facts });

/** A comment that stands already, so that nobody's limit is used up. */
const place = (contentId: number, body = "Words", minutesAgo = 0) =>
  insertComment(app.db.query, {
    contentId,
    authorId: author.user_id,
    body,
    bodyHtml: renderComment(body).html,
    createdAt: new Date(Date.now() - minutesAgo * 60_000),
    replyTo: null,
  });

const send = (member: Member | null, contentId: number, body: unknown, key?: string) =>
  app.call("POST", `/content/${contentId}/comments`, {
    body: { body },
    ...(member && { token: member.access_token }),
    ...(key && { headers: { "idempotency-key": key } }),
  });
const edit = (member: Member | null, id: number, body: unknown) =>
  app.call("PATCH", `/comments/${id}`, { body: { body }, ...(member && { token: member.access_token }) });
const remove = (member: Member | null, id: number) =>
  app.call("DELETE", `/comments/${id}`, member ? { token: member.access_token } : {});
const list = (contentId: number, member: Member | null = null, query = "") =>
  app.call("GET", `/content/${contentId}/comments${query}`, member ? { token: member.access_token } : {});

describe("an item's comments", () => {
  test("are newest first and carry the spec's fields", async () => {
    const id = await makePost();
    await place(id, "First", 2);
    await place(id, "Second", 1);
    const answer = await list(id);
    expect(answer.body.map((found: Comment) => found.body)).toEqual(["Second", "First"]);
    const [newest] = answer.body;
    expect(newest).toMatchObject({
      id_code: String(newest.id),
      user_id: author.user_id,
      user: { name: expect.any(String), avatar_small_url: null, has_page: false },
      author_name: newest.user.name,
      body_html: "<p>Second</p>\n",
      edited_at: null,
    });
    expect(answer.headers["x-total-count"]).toBe("2");
    expect((await app.call("GET", `/content/${id}`)).body.comments).toBe(2);
  });

  test("are paged by cursor without gaps or duplicates", async () => {
    const id = await makePost();
    for (let count = 0; count < 7; count += 1) await place(id, `Comment ${count}`, 5);
    const seen = await readAll<Comment>(app, `/content/${id}/comments?per_page=3`);
    expect(new Set(seen.map((found) => found.id)).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  test("show what each reader may do with them", async () => {
    const id = await makePost();
    await place(id);
    const rightsOf = async (member: Member | null) => (await list(id, member)).body[0].can;
    expect(await rightsOf(author)).toEqual({ edit: true, delete: true });
    expect(await rightsOf(admin)).toEqual({ edit: false, delete: true });
    for (const member of [null, other, writer, unverified]) {
      expect(await rightsOf(member)).toEqual({ edit: false, delete: false });
    }
  });
});

describe("who may do what", () => {
  test("the item's author may neither change nor delete what others say about it", async () => {
    const item = await makePost();
    const id = await place(item);
    expect((await edit(writer, id, "Changed")).status).toBe(403);
    expect((await remove(writer, id)).status).toBe(403);
    expect((await list(item)).body).toMatchObject([{ id, body: "Words", edited_at: null }]);
  });

  test("a deactivated member can do nothing, even before their session has ended", async () => {
    const item = await makePost();
    const member = await registerMember(app);
    const { body: comment } = await send(member, item, "Written in time");
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, member.user_id));
    for (const answer of [
      await send(member, item, "Too late"),
      await edit(member, comment.id, "Too late"),
      await remove(member, comment.id),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: "session_ended" } });
    }
    expect((await list(item)).body).toHaveLength(1);
  });

  test("nobody may comment on an unpublished item, not even its author or a verified Admin", async () => {
    for (const status of ["Draft", "Pending", "Flagged"] as const) {
      const item = await makePost({ status });
      for (const member of [writer, admin]) {
        expect(await send(member, item, "Hello")).toMatchObject({
          status: 404,
          body: { code: "content_not_found" },
        });
      }
    }
  });

  test("a comment is not found by anybody who may not see its item, its own author included", async () => {
    const item = await makePost();
    const id = await place(item);
    await unpublish(app, item);
    for (const member of [author, other, unverified]) {
      expect(await edit(member, id, "Changed")).toMatchObject({
        status: 404,
        body: { code: "comment_not_found" },
      });
      expect(await remove(member, id)).toMatchObject({ status: 404, body: { code: "comment_not_found" } });
    }
    expect((await remove(writer, id)).status).toBe(403);
    expect((await remove(admin, id)).status).toBe(200);
  });
});

describe("writing a comment", () => {
  test("returns it as the list will show it, and raises the item's count", async () => {
    const item = await makePost();
    const answer = await send(author, item, "See `npm start`");
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ body: "See `npm start`", can: { edit: true, delete: true } });
    expect((await list(item, author)).body).toEqual([answer.body]);
    expect((await app.call("GET", `/content/${item}`)).body.comments).toBe(1);
  });

  test("keeps the text as typed except for surrounding white space", async () => {
    const { body: comment } = await send(author, await makePost(), " \n\tOne\n\n  two  three \u00a0\n");
    expect(comment.body).toBe("One\n\n  two  three");
  });

  test.each([
    ["nothing", ""],
    ["white space only", " \n\t\u00a0\u2003 "],
    ["a character too many", "x".repeat(limits.commentLength + 1)],
  ])("with %s is refused, and so is editing one to it", async (_case, body) => {
    const item = await makePost();
    const id = await place(item);
    for (const answer of [await send(other, item, body), await edit(author, id, body)]) {
      expect(answer.status).toBe(400);
      expect(answer.body.details[0]).toEqual({ field: "body", problem: expect.any(String) });
    }
    expect((await list(item)).body).toMatchObject([{ id, body: "Words", edited_at: null }]);
  });

  test("takes 4,000 characters, counted as people count them", async () => {
    const body = "🪨".repeat(limits.commentLength);
    const answer = await send(other, await makePost(), body);
    expect(answer).toMatchObject({ status: 201, body: { body } });
  });

  test("turns Markdown links and code into HTML", async () => {
    const { body: comment } = await send(other, await makePost(), "See https://example.org and `npm start`");
    expect(comment.body_html).toContain('<a href="https://example.org" rel="nofollow noopener ugc">');
    expect(comment.body_html).toContain("<code>npm start</code>");
  });
});

test("a comment that races with the flagging of its item gets not found", async () => {
  const id = await makePost();
  const { sent } = await app.db.transaction(async (tx) => {
    await setReviewState(tx, id, { status: "Flagged", publishedRevisionId: null, publishedReview: null });
    const sent = send(other, id, "Just now");
    await untilSomebodyWaits(app.db);
    return { sent };
  });
  expect(await sent).toMatchObject({ status: 404, body: { code: "content_not_found" } });
});

describe("changing and deleting", () => {
  test("an edit shows the new text, when it was made, and leaves the comment in its place", async () => {
    const item = await makePost();
    const id = await place(item, "Old words", 2);
    await place(item, "Newer", 1);
    const answer = await edit(author, id, " New **words** \n");
    expect(answer).toMatchObject({
      status: 200,
      body: { id, body: "New **words**", can: { edit: true, delete: true } },
    });
    expect(Date.parse(answer.body.edited_at)).toBeGreaterThan(Date.parse(answer.body.created_at));
    const { body } = await list(item, author);
    expect(body[1]).toEqual(answer.body);
    expect(body).toHaveLength(2);
  });

  test("an edit that changes nothing leaves no mark", async () => {
    const id = await place(await makePost());
    expect((await edit(author, id, "Words ")).body.edited_at).toBeNull();
  });

  test("a deleted comment cannot be changed or deleted again", async () => {
    const id = await place(await makePost());
    expect(await remove(author, id)).toMatchObject({ status: 200, body: { message: "Comment deleted" } });
    expect((await remove(author, id)).status).toBe(404);
    expect((await edit(author, id, "Back")).status).toBe(404);
  });

  test("counts stay exact under concurrent comments and deletions", async () => {
    const item = await makePost();
    const [one, two] = [await registerMember(app), await registerMember(app)];
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, count) => send(count % 2 ? one : two, item, `Comment ${count}`)),
    );
    expect(written.map(({ status }) => status)).toEqual(Array(40).fill(201));
    const ids = written.slice(0, 10).map(({ body }) => body.id);
    const deleted = await Promise.all([...ids, ...ids].map((id) => remove(admin, id)));
    expect(deleted.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(deleted.filter(({ status }) => status === 404)).toHaveLength(10);

    expect((await list(item, one)).headers["x-total-count"]).toBe("30");
    const [row] = await app.db.query.select().from(content).where(eq(content.id, item));
    expect(row?.comments).toBe(30);
    expect(await app.db.query.$count(comments, eq(comments.contentId, item))).toBe(30);
  });
});

describe("a comment sent again with its key", () => {
  test("is stored once, and every repetition gets the first answer", async () => {
    const item = await makePost();
    const member = await registerMember(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(member, item, "Once", "key-1")));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replay"] === "true")).toHaveLength(19);
    expect((await list(item)).body).toHaveLength(1);
  });

  test("is the same call at the root and under /api, and is answered even after the item is gone", async () => {
    const item = await makePost();
    const first = await send(other, item, "Once", "key-2");
    await unpublish(app, item);
    const again = await app.call("POST", `/api/content/${item}/comments`, {
      body: { body: "Once" },
      token: other.access_token,
      headers: { "idempotency-key": "key-2" },
    });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  test("is refused with other words or on another item, and nothing is written", async () => {
    const [item, elsewhere] = [await makePost(), await makePost()];
    await send(other, item, "Once", "key-3");
    for (const answer of [
      await send(other, item, "Twice", "key-3"),
      await send(other, elsewhere, "Once", "key-3"),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: "key_in_use" } });
    }
    expect((await list(item)).body).toHaveLength(1);
    expect((await list(elsewhere)).body).toHaveLength(0);
  });
});

test("the most discussed items of the week are those of the most members, then of the most comments", async () => {
  const make = (title: string) => makePost({ title });
  const [one, many, several, old, hidden] = [
    await make("One member, once"),
    await make("Two members"),
    await make("One member, often"),
    await make("Last month"),
    await make("Hidden"),
  ];
  const discussed = async () => {
    const { status, body } = await app.call("GET", "/content/discussed");
    expect(status).toBe(200);
    const ids = [one, many, several, old, hidden];
    return body.items.map(({ id }: { id: number }) => id).filter((id: number) => ids.includes(id));
  };
  await place(old, "Words", 8 * 24 * 60);
  await place(several);
  await place(several);
  await place(hidden);
  await send(other, hidden, "More words");
  await place(many);
  await unpublish(app, hidden);
  expect(await discussed()).toEqual([several, many]);
  await send(other, many, "More words");
  expect(await discussed()).toEqual([many, several]);
  await send(other, one, "The only words");
  expect(await discussed()).toEqual([many, several, one]);
});
