import { readingLimits } from "@cairn/contract";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem, unpublish } from "@tests/support/server/content.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let writer: Member;
let items: number[];
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  items = [];
  for (let number = 1; number <= 5; number += 1) {
    items.push(await makeItem(app, { authorId: writer.user_id, title: `Post ${number}` }));
  }
});
afterAll(() => app.close());

const itemAt = (index: number) => items[index] as number;
const as = ({ access_token: token }: Member) => ({
  async get(url: string) {
    const answer = await app.call("GET", url, { token });
    expect(answer.status).toBe(200);
    return answer.body;
  },
  send: (method: "PUT" | "DELETE", url: string, body?: unknown) => app.call(method, url, { token, body }),
});
const idsOf = ({ items: found }: { items: { id: number }[] }) => found.map(({ id }) => id);

describe("what is saved", () => {
  test("is listed the last one first, in pages, once however often it is saved, and for its member alone", async () => {
    const [member, other] = [as(await registerMember(app)), as(await registerMember(app))];
    for (const id of items) {
      app.passTime(1_000);
      expect((await member.send("PUT", `/content/${id}/save`)).body).toEqual({ saved: true });
    }
    app.passTime(1_000);
    await member.send("PUT", `/content/${itemAt(0)}/save`);

    const first = await member.get("/saved?per_page=3");
    const second = await member.get(`/saved?per_page=3&cursor=${first.next}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual([...items].reverse());
    expect(second.next).toBeNull();
    expect(first.items[0]).toMatchObject({ title: "Post 5", saved_at: expect.any(String) });
    expect(await other.get("/saved")).toEqual({ items: [], next: null });
    expect(await other.get("/saved/ids")).toEqual({ ids: [] });

    expect((await member.send("DELETE", `/content/${itemAt(4)}/save`)).body).toEqual({ saved: false });
    expect((await member.send("DELETE", `/content/${itemAt(4)}/save`)).body).toEqual({ saved: false });
    expect((await member.get("/saved/ids")).ids).toEqual([3, 2, 1, 0].map(itemAt));
  });

  test("is left out while it is not public, and can be taken out all the same", async () => {
    const member = as(await registerMember(app));
    const gone = await makeItem(app, { authorId: writer.user_id });
    await member.send("PUT", `/content/${gone}/save`);
    await unpublish(app, gone);
    expect((await member.get("/saved")).items).toEqual([]);
    expect((await member.send("DELETE", `/content/${gone}/save`)).body).toEqual({ saved: false });
    expect((await member.send("PUT", `/content/${gone}/save`)).body.code).toBe("content_not_found");
  });

  test("is at most 1,000 items, also of calls at the same time", async () => {
    const full = await registerMember(app);
    await app.db.query.execute(sql`
      with made as (insert into content (author_id, status) select ${writer.user_id}, 'Draft'
        from generate_series(1, ${readingLimits.saved - 1}) returning id)
      insert into saved_items select ${full.user_id}, id, now() from made`);
    const answers = await Promise.all(
      items.slice(0, 3).map((id) => as(full).send("PUT", `/content/${id}/save`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("list_full");
  });

  test("is saved once by a key that is sent twice", async () => {
    const { access_token: token } = await registerMember(app);
    const url = `/content/${itemAt(1)}/save`;
    const headers = { "idempotency-key": "save-1" };
    await app.call("PUT", url, { token, headers });
    await app.call("DELETE", url, { token });
    expect((await app.call("PUT", url, { token, headers })).body).toEqual({ saved: true });
    expect((await app.call("GET", "/saved/ids", { token })).body.ids).toEqual([]);
  });
});

describe("a place in an item", () => {
  test("is the last one that was sent, and goes on until the item is finished", async () => {
    const member = as(await registerMember(app));
    const [article, film] = [itemAt(0), itemAt(1)];
    const move = (id: number, body: object) => {
      app.passTime(1_000);
      return member.send("PUT", `/content/${id}/position`, body);
    };
    expect(await member.get(`/content/${article}/position`)).toEqual({ position: 0, seconds: null });
    await move(article, { position: 0.6 });
    await move(film, { position: 0.5, seconds: 41.5 });
    expect((await move(article, { position: 0.2 })).body).toEqual({
      position: 0.2,
      seconds: null,
      kept: true,
    });
    expect(await member.get(`/content/${article}/position`)).toEqual({ position: 0.2, seconds: null });

    const { items: unfinished } = await member.get("/continue");
    expect(unfinished).toMatchObject([
      { id: article, position: 0.2 },
      { id: film, title: "Post 2", position: 0.5, seconds: 41.5 },
    ]);
    await move(film, { position: 1 });
    expect(idsOf(await member.get("/continue"))).toEqual([article]);
    expect(idsOf(await member.get("/history"))).toEqual([film, article]);
  });

  test.each([
    { position: -0.1 },
    { position: 1.1 },
    { position: "half" },
    { seconds: 4 },
    { position: 0.5, seconds: -1 },
  ])("that is not valid is refused: %j", async (body) => {
    const member = as(await registerMember(app));
    expect((await member.send("PUT", `/content/${itemAt(0)}/position`, body)).status).toBe(400);
    expect((await member.get("/history")).items).toEqual([]);
  });
});

describe("the history", () => {
  const reader = async () => {
    const member = as(await registerMember(app));
    for (const id of items) {
      app.passTime(1_000);
      await member.send("PUT", `/content/${id}/position`, { position: 1 });
    }
    return member;
  };

  test("is listed in pages and forgets one item, or everything", async () => {
    const member = await reader();
    const first = await member.get("/history?per_page=2");
    expect(first).toMatchObject({ on: true, items: [{ id: itemAt(4) }, { id: itemAt(3) }] });
    const rest = await member.get(`/history?cursor=${first.next}`);
    expect(idsOf(rest)).toEqual([2, 1, 0].map(itemAt));
    await member.send("DELETE", `/history/${itemAt(3)}`);
    expect(idsOf(await member.get("/history"))).toEqual([4, 2, 1, 0].map(itemAt));
    await member.send("DELETE", "/history");
    expect(await member.get("/history")).toEqual({ on: true, items: [], next: null });
    expect((await member.get(`/content/${itemAt(0)}/position`)).position).toBe(0);
  });

  test("switched off forgets everything and keeps nothing until it is switched on", async () => {
    const member = await reader();
    expect((await member.send("PUT", "/history", { on: false })).body).toEqual({ on: false });
    const sent = await member.send("PUT", `/content/${itemAt(0)}/position`, { position: 0.5 });
    expect(sent.body).toEqual({ position: 0.5, seconds: null, kept: false });
    expect(await member.get("/history")).toEqual({ on: false, items: [], next: null });
    expect((await member.get("/continue")).items).toEqual([]);
    await member.send("PUT", "/history", { on: true });
    await member.send("PUT", `/content/${itemAt(0)}/position`, { position: 0.5 });
    expect(idsOf(await member.get("/continue"))).toEqual([itemAt(0)]);
  });

  test("keeps the newest 500 items", async () => {
    const member = await registerMember(app);
    await app.db.query.execute(sql`
      with made as (insert into content (author_id, status) select ${writer.user_id}, 'Draft'
        from generate_series(1, ${readingLimits.history}) returning id)
      insert into read_items select ${member.user_id}, id, 1, null, '2026-01-01'::timestamptz + id * interval '1 second' from made`);
    await as(member).send("PUT", `/content/${itemAt(0)}/position`, { position: 0.5 });
    const { rows } = await app.db.query.execute(
      sql`select count(*)::int as kept, max(position) filter (where content_id = ${itemAt(0)}) as newest
        from read_items where user_id = ${member.user_id}`,
    );
    expect(rows).toEqual([{ kept: readingLimits.history, newest: 0.5 }]);
  });
});
