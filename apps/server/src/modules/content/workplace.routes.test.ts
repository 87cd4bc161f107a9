import type { ContentItem } from "@cairn/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../test/app.ts";
import { decide, verifyAdmin } from "../../test/content.ts";

type Member = Awaited<ReturnType<typeof registerMember>>;

let app: TestApp;
let member: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  member = await registerMember(app);
  admin = await registerMember(app, "Admin");
  await verifyAdmin(app, admin.user_id);
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
  test("follow what is made, liked, said, taken back and deleted, in all and week by week", async () => {
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
    expect((await app.call("GET", "/content/stats")).status).toBe(401);
  });

  test("put likes and comments in the week they came, on Mondays by UTC", async () => {
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
    },
    expect.objectContaining({ id: first.id, type: "Video", title: "First", reason: "Too loud." }),
  ]);
  expect(await list(member.access_token)).toEqual([]);
  await edit(second.id, { body: "Longer." }, token);
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual([first.id]);
  await remove(first.id, token);
  expect(await list()).toEqual([]);
  expect((await app.call("GET", "/content/flagged")).status).toBe(401);
});
