import type { ContentItem } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let member: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  member = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

async function create(facts: Record<string, unknown>, token: string): Promise<ContentItem> {
  const body = { title: "How a cairn stands", body: "Stone on **stone**.", category: 3, ...facts };
  const answer = await app.call("POST", "/content", { body, token });
  expect(answer.status).toBe(201);
  return answer.body;
}
const edit = (id: number, body: unknown, token: string) =>
  app.call("PATCH", `/content/${id}`, { body, token });
const remove = (id: number, token: string) => app.call("DELETE", `/content/${id}`, { token });
const review = (id: number, decision: "approved" | "flagged", reason?: string) =>
  decide(app, id, { reviewerId: admin.user_id, decision, ...(reason && { reason }) });

describe("a writer's figures", () => {
  test("follow posts, likes, comments, withdrawals and deletions, in total and week by week", async () => {
    const author = await registerMember(app, "TechWriter");
    const token = author.access_token;
    const stats = async () => (await app.call("GET", "/content/stats", { token })).body;
    const none = await stats();
    expect(none).toMatchObject({ totalPosts: 0, postsPending: 0, likes: 0, comments: 0 });
    expect(none.weeks).toHaveLength(12);

    const one = await create({}, token);
    const two = await create({}, token);
    await create({ draft: true }, token);
    for (const { id } of [one, two]) {
      await review(id, "approved");
      for (const reader of [member, admin]) {
        await app.call("PUT", `/content/${id}/like`, { token: reader.access_token });
        await app.call("POST", `/content/${id}/comments`, {
          body: { body: "Hm" },
          token: reader.access_token,
        });
      }
    }
    await create({}, token);
    const figures = { likes: 4, comments: 4 };
    const full = await stats();
    expect(full).toMatchObject({ totalPosts: 4, postsPending: 1, ...figures });
    expect(full.weeks.at(-1)).toMatchObject({ posts: 4, ...figures });
    expect(new Date(full.weeks.at(-1).week).getUTCDay()).toBe(1);
    expect(full.weeks[0].week < full.weeks[11].week).toBe(true);

    await app.call("DELETE", `/content/${one.id}/like`, { token: member.access_token });
    const said = await app.call("GET", `/content/${one.id}/comments`);
    await app.call("DELETE", `/comments/${said.body[0].id}`, { token: admin.access_token });
    expect(await stats()).toMatchObject({ totalPosts: 4, likes: 3, comments: 3 });

    await remove(two.id, token);
    const left = await stats();
    expect(left).toMatchObject({ totalPosts: 3, postsPending: 1, likes: 1, comments: 1 });
    expect(left.weeks.at(-1)).toMatchObject({ posts: 3, likes: 1, comments: 1 });
    expect((await app.call("GET", "/content/stats", { token: member.access_token })).body.totalPosts).toBe(0);
  });

  test("count likes and comments in the week of their arrival, starting on Mondays in UTC", async () => {
    const author = await registerMember(app);
    const item = await create({}, author.access_token);
    await review(item.id, "approved");
    for (const [moment, reader] of [
      ["2026-11-15T23:59:59.999Z", member],
      ["2026-11-16T00:00:00.000Z", admin],
    ] as const) {
      await app.db.query.execute(sql`
        insert into likes (content_id, user_id, created_at) values (${item.id}, ${reader.user_id}, ${moment}::timestamptz)`);
    }
    const { rows } = await app.db.query.execute<{ week: string; likes: number }>(sql`
      select week::text, likes from author_weeks where author_id = ${author.user_id} and likes > 0 order by week`);
    expect(rows).toEqual([
      { week: "2026-11-09", likes: 1 },
      { week: "2026-11-16", likes: 1 },
    ]);
  });
});

test("flagged items are listed for their author with the reviewer's reason, the latest first", async () => {
  const author = await registerMember(app, "TechWriter");
  const token = author.access_token;
  const list = async (by = token) => (await app.call("GET", "/content/flagged", { token: by })).body.items;
  expect(await list()).toEqual([]);
  const first = await create({ title: "First", content_type: "video" }, token);
  const second = await create({ title: "Second" }, token);
  await review(first.id, "flagged", "Too loud.");
  await review(second.id, "flagged", "Too short.");
  expect(await list()).toEqual([
    {
      id: second.id,
      type: "Article",
      title: "Second",
      reason: "Too short.",
      revision: 1,
      flagged_at: expect.any(String),
      flagged_by: expect.any(String),
      published: false,
    },
    expect.objectContaining({ id: first.id, type: "Video", title: "First", reason: "Too loud." }),
  ]);
  expect(await list(member.access_token)).toEqual([]);
  await edit(second.id, { body: "Longer." }, token);
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual([first.id]);
  await remove(first.id, token);
  expect(await list()).toEqual([]);
});

test("a flagged edit of a published item is shown to its author with the reason, until the author answers it", async () => {
  const author = await registerMember(app, "TechWriter");
  const token = author.access_token;
  const list = async () => (await app.call("GET", "/content/flagged", { token })).body.items;
  const own = async (by?: string) =>
    (await app.call("GET", `/content?user_id=${author.user_id}`, by === undefined ? {} : { token: by }))
      .body[0];
  const { id } = await create({ title: "Stays public" }, token);
  await review(id, "approved");
  await edit(id, { title: "Goes too far" }, token);
  expect(await own(token)).toMatchObject({ revision: 1, pending_revision: 2 });
  await review(id, "flagged", "The second half is wrong.");

  const flag = {
    id,
    title: "Goes too far",
    reason: "The second half is wrong.",
    revision: 2,
    published: true,
  };
  expect(await list()).toEqual([expect.objectContaining(flag)]);
  const seen = { title: "Stays public", status: "Published", revision: 1, flagged_revision: 2 };
  expect(await own(token)).toMatchObject(seen);
  expect(await own(token)).not.toHaveProperty("pending_revision");
  expect((await app.call("GET", `/content/${id}`, { token })).body).toMatchObject(seen);
  for (const reader of [undefined, member.access_token])
    expect(await own(reader)).not.toHaveProperty("flagged_revision");

  await edit(id, { title: "Better" }, token);
  expect(await list()).toEqual([]);
  expect(await own(token)).toMatchObject({ pending_revision: 3 });
  await review(id, "approved");
  expect(await list()).toEqual([]);
  expect(await own(token)).not.toHaveProperty("flagged_revision");
});

test("an author answers a reviewer's reason until the next decision, for admins alone, who get one notice", async () => {
  const author = await registerMember(app, "TechWriter");
  const token = author.access_token;
  const { id } = await create({ title: "Answered" }, token);
  const answer = (words: unknown, by = token, revision = 1) =>
    app.call("PUT", `/content/${id}/answer`, { body: { revision, answer: words }, token: by });
  const newest = async () => (await app.call("GET", `/content/${id}/newest`, { token })).body;
  const told = async () =>
    (await app.call("GET", "/notifications", { token: admin.access_token })).body.items.filter(
      ({ message }: { message: string }) => message.includes("answered"),
    );
  expect(await answer("Too early.")).toMatchObject({ status: 409, body: { code: "decision_stale" } });
  await review(id, "flagged", "Name the version.");

  expect((await answer(" ")).status).toBe(400);
  expect((await answer("Not this revision.", token, 2)).status).toBe(409);
  expect(await newest()).not.toHaveProperty("answer");
  expect(await answer("  It is named.  ")).toMatchObject({
    status: 200,
    body: { revision: 1, answer: "It is named." },
  });
  expect((await answer("It is named in line 2.")).status).toBe(200);
  expect(await newest()).toMatchObject({ reason: "Name the version.", answer: "It is named in line 2." });
  expect((await app.call("GET", "/content/flagged", { token })).body.items).toMatchObject([
    { id, answer: "It is named in line 2." },
  ]);

  await edit(id, { body: "Better." }, token);
  expect((await answer("It is named in line 3.")).status).toBe(200);
  const waiting = await app.call("GET", `/admin/content/${id}/revisions/2`, { token: admin.access_token });
  expect(waiting.body.reviews).toMatchObject([{ decision: "flagged", answer: "It is named in line 3." }]);
  const notices = await told();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({
    subMessage: "Answered [Review]",
    url: `/content-management?item=${id}`,
  });

  await review(id, "approved");
  expect((await answer("Too late.")).status).toBe(409);
  const reviewsFor = async (by?: string) =>
    (await app.call("GET", `/content/${id}/reviews`, by === undefined ? {} : { token: by })).body.items;
  expect((await reviewsFor(token))[1]).toMatchObject({ answer: "It is named in line 3." });
  for (const reader of [undefined, member.access_token])
    for (const row of await reviewsFor(reader)) expect(row).not.toHaveProperty("answer");
});

test("an edit is refused when the item has changed since the ETag that its author names", async () => {
  const author = await registerMember(app, "TechWriter");
  const token = author.access_token;
  const { id } = await create({ body: "Stone on stone. ".repeat(100) }, token);
  const { headers } = await app.call("GET", `/content/${id}`, { token });
  const newest = await app.call("GET", `/content/${id}/newest`, { token });
  expect([headers.etag, newest.headers.etag]).toEqual(['W/"revision-1"', 'W/"revision-1"']);
  // Whichever coding it came in: the tag names the revision, not the bytes.
  for (const coding of ["br", "gzip"]) {
    const coded = await app.call("GET", `/content/${id}`, { token, headers: { "accept-encoding": coding } });
    expect(coded.headers).toMatchObject({ "content-encoding": coding, etag: 'W/"revision-1"' });
  }
  const change = (tag: string, title: string, more: Record<string, string> = {}) =>
    app.call("PATCH", `/content/${id}`, { token, body: { title }, headers: { "if-match": tag, ...more } });

  const key = { "idempotency-key": "once" };
  expect((await change('"revision-1"', "Second", key)).status).toBe(200);
  // Sent again because its answer was lost: it was done, and is not refused now.
  expect((await change('"revision-1"', "Second", key)).status).toBe(200);
  for (const old of ['"revision-1"', 'W/"revision-1"', '"another"', '"revision-3"']) {
    expect(await change(old, "Lost update")).toMatchObject({
      status: 412,
      body: { code: "precondition_failed" },
    });
  }
  expect((await app.call("GET", `/content/${id}/newest`, { token })).body.title).toBe("Second");
  expect((await change('"revision-9", W/"revision-2"', "Third")).status).toBe(200);
  // As proxies change it that compress the answer: nginx, Apache and Caddy, Jetty.
  const ofProxies = ['W/"revision-3"', '"revision-4-gzip"', 'W/"revision-5-br"', '"revision-6--gzip"'];
  for (const tag of ofProxies) expect([tag, (await change(tag, `By ${tag}`)).status]).toEqual([tag, 200]);
  expect((await change('"revision-6-gzip"', "Lost update")).status).toBe(412);
  expect((await change("*", "Fourth")).status).toBe(200);
});

test("If-Match with a tag refuses a change of a resource without an ETag", async () => {
  const { access_token: token } = await registerMember(app);
  const change = (tag: string) =>
    app.call("PATCH", "/profiles/me", { token, body: { bio: "New" }, headers: { "if-match": tag } });
  expect((await change('"any"')).status).toBe(412);
  expect((await app.call("GET", "/profiles/me", { token })).body.bio).toBe("");
  expect((await change("*")).status).toBe(200);
});
