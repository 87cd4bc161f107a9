import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem, unpublish } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comments, content, likes, users } from "../../db/schema.ts";

// What comments and likes promise when calls come at the same moment.

let app: TestApp;
/** A second instance on the same database. */
let other: TestApp;
let writer: Member;
let member: Member;
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({}, null, { db: app.db, store: app.store });
  writer = await registerMember(app, "TechWriter");
  member = await registerMember(app);
});
afterAll(async () => {
  await other.http.close();
  await app.close();
});

const makePost = (facts: { title?: string } = {}) => makeItem(app, { authorId: writer.user_id, ...facts });

/** The bytes as they are sent. */
const send = (
  through: TestApp,
  call: { method: "POST" | "PUT" | "DELETE"; url: string; body?: object; token: string; key?: string },
) =>
  through.http.inject({
    method: call.method,
    url: call.url,
    headers: {
      authorization: `Bearer ${call.token}`,
      ...(call.key && { "idempotency-key": call.key }),
    },
    ...(call.body && { payload: call.body }),
  });
const comment = (through: TestApp, id: number, key?: string, token = member.access_token) =>
  send(through, { method: "POST", url: `/content/${id}/comments`, body: { body: "Some words" }, token, key });
const like = (through: TestApp, id: number, key?: string) =>
  send(through, { method: "PUT", url: `/content/${id}/like`, token: member.access_token, key });

const noticesOf = async () =>
  (await app.call("GET", "/notifications", { token: writer.access_token })).body.items as object[];

test("a key used on two instances at the same moment writes one comment and one notice, and answers the same bytes", async () => {
  const id = await makePost();
  const before = (await noticesOf()).length;
  const answers = await Promise.all([
    comment(app, id, "both"),
    comment(other, id, "both"),
    comment(app, id, "both"),
  ]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers["idempotent-replay"] === "true")).toHaveLength(2);
  expect(await app.db.query.$count(comments, eq(comments.contentId, id))).toBe(1);
  expect((await noticesOf()).length).toBe(before + 1);
});

test("likes given at the same moment count once", async () => {
  const id = await makePost();
  const answers = await Promise.all([like(app, id), like(other, id), like(app, id), like(other, id)]);

  expect(answers.map((answer) => answer.json())).toEqual(Array(4).fill({ likes: 1, liked: true }));
  expect(await app.db.query.$count(likes, eq(likes.contentId, id))).toBe(1);
  const [item] = await app.db.query.select().from(content).where(eq(content.id, id));
  expect(item?.likes).toBe(1);
});

test("comments on an item that is unpublished at the same moment are all counted or refused", async () => {
  const id = await makePost();
  const early = [comment(app, id), comment(other, id)];
  const ending = unpublish(app, id);
  const late = [comment(app, id), comment(other, id)];
  await ending;
  const statuses = (await Promise.all([...early, ...late])).map(({ statusCode }) => statusCode);

  expect(statuses.every((status) => status === 201 || status === 404)).toBe(true);
  const written = statuses.filter((status) => status === 201).length;
  expect(await app.db.query.$count(comments, eq(comments.contentId, id))).toBe(written);
  const [item] = await app.db.query.select().from(content).where(eq(content.id, id));
  expect(item?.comments).toBe(written);
});

test("a refused comment leaves its key free and nothing behind", async () => {
  const id = await makePost();
  const [item] = await app.db.query.select().from(content).where(eq(content.id, id));
  const published = {
    publishedRevisionId: item?.publishedRevisionId,
    publishedReview: item?.publishedReview,
  };
  await unpublish(app, id);
  expect((await comment(app, id, "later")).json()).toMatchObject({ code: "content_not_found" });
  await app.db.query
    .update(content)
    .set({ ...published, status: "Published" })
    .where(eq(content.id, id));

  const answer = await comment(app, id, "later");
  expect(answer.statusCode).toBe(201);
  expect(answer.headers).not.toHaveProperty("idempotent-replay");
  expect(await app.db.query.$count(comments, eq(comments.contentId, id))).toBe(1);
});

test("a key's answer is repeated byte for byte, whatever the member's name and the item's title hold", async () => {
  const ann = await registerMember(app, "User", { name: 'Ann "the \\ [engine]" Ö 😀' });
  const id = await makePost({ title: "Loops [and] more" });
  const first = await comment(app, id, "named", ann.access_token);
  const again = await comment(other, id, "named", ann.access_token);

  expect(first.json()).toMatchObject({ user: { name: ann.name }, user_id: ann.user_id });
  expect(again.headers["idempotent-replay"]).toBe("true");
  expect(again.payload).toBe(first.payload);
  expect((await noticesOf())[0]).toMatchObject({
    message: `${ann.name} commented on your post`,
    subMessage: "Loops (and) more [View Comment]",
  });
});

test("a deactivated member neither comments nor likes, and gets no earlier answer either", async () => {
  const id = await makePost();
  const gone = await registerMember(app);
  expect((await comment(app, id, "once", gone.access_token)).statusCode).toBe(201);
  await app.db.query.update(users).set({ active: false }).where(eq(users.id, gone.user_id));

  for (const key of ["once", undefined]) {
    expect((await comment(app, id, key, gone.access_token)).json()).toMatchObject({ code: "session_ended" });
  }
  const liking = await send(app, { method: "PUT", url: `/content/${id}/like`, token: gone.access_token });
  expect(liking.json()).toMatchObject({ code: "session_ended" });
  expect(await app.db.query.$count(likes, eq(likes.contentId, id))).toBe(0);
});
