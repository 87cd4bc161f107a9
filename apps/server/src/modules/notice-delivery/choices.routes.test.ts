import { maxFollows, noticeDefaults } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  signUp,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem, verifyAdmin } from "@tests/support/server/content.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noticeChoices, users } from "../../db/schema.ts";

let app: TestApp;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  await makeItem(app, { authorId: writer.user_id, appliesTo: ["node 20"] });
});
afterAll(() => app.close());

const as = ({ access_token: token }: Member) => ({
  get: async (url: string) => (await app.call("GET", url, { token })).body,
  send: (method: "PUT" | "DELETE", url: string, body?: unknown) => app.call(method, url, { token, body }),
});

describe("what is followed", () => {
  test("are authors, categories and labels, listed with their names, the last one first", async () => {
    const member = as(await registerMember(app));
    for (const path of [`author/${writer.user_id}`, "category/1", "label/Node%2020"]) {
      app.passTime(1_000);
      const url = `/follows/${path}`;
      expect((await member.send("PUT", url)).body).toEqual({ following: true });
      expect((await member.send("PUT", url)).body).toEqual({ following: true });
    }
    const { items } = await member.get("/follows");
    expect(items).toMatchObject([
      { kind: "label", id: "node 20", name: "node 20" },
      { kind: "category", id: "1", name: expect.any(String) },
      { kind: "author", id: String(writer.user_id), name: expect.any(String) },
    ]);
    expect((await member.send("DELETE", "/follows/label/node%2020")).body).toEqual({ following: false });
    expect((await member.get("/follows")).items).toHaveLength(2);
  });

  test.each([
    ["an author who has published nothing", "author/999999", 404],
    ["a category that is not there", "category/999999", 404],
    ["a label that no item has", "label/cobol%2060", 404],
    ["a series that is not there", "series/1", 404],
    ["an id that is no number", "author/x", 404],
    ["what cannot be followed", "comment/1", 400],
  ])("cannot be %s", async (_name, path, status) => {
    const member = as(await registerMember(app));
    expect((await member.send("PUT", `/follows/${path}`)).status).toBe(status);
    expect((await member.get("/follows")).items).toEqual([]);
  });

  test("is at most 200", async () => {
    const member = await registerMember(app);
    await app.db.query.execute(sql`insert into follows
      select ${member.user_id}, 'label', 'label ' || number, now() from generate_series(1, ${maxFollows}) number`);
    expect((await as(member).send("PUT", "/follows/category/1")).body.code).toBe("list_full");
  });
});

describe("the choices", () => {
  test("are the defaults until they are changed, and only changes are stored", async () => {
    const member = await signUp(app);
    const { get, send } = as(member);
    const rows = () => app.db.query.$count(noticeChoices, eq(noticeChoices.userId, member.user_id));
    const first = await get("/profiles/me/notices");
    expect(first.items).toEqual(
      (["replies", "mentions", "decisions", "follows", "renewals"] as const).map((what) => ({
        what,
        site: true,
        ...noticeDefaults[what],
      })),
    );
    expect(first.mail).toEqual({ confirmed: false, refused_at: null });
    const changed = await send("PUT", "/profiles/me/notices", {
      items: [
        { what: "replies", mail: "now" },
        { what: "decisions", mail: "now" },
      ],
    });
    expect(changed.body.items[0]).toEqual({ what: "replies", site: true, mail: "now", push: true });
    expect(await get("/profiles/me/notices")).toEqual(changed.body);
    expect(await rows()).toBe(1);
    await send("PUT", "/profiles/me/notices", { items: [{ what: "replies", mail: "weekly" }] });
    expect(await rows()).toBe(0);
    await send("PUT", "/profiles/me/notices", { items: [{ what: "follows", push: true }] });
    const both = { items: [{ what: "follows", mail: "daily" }] };
    const { items } = (await send("PUT", "/profiles/me/notices", both)).body;
    expect(items[3]).toEqual({ what: "follows", site: true, mail: "daily", push: true });
    const usual = { items: [{ what: "follows", mail: "weekly", push: false }] };
    await send("PUT", "/profiles/me/notices", usual);
    expect(await rows()).toBe(0);
  });

  test("name the review desk to verified admins alone", async () => {
    const admin = await registerMember(app, "Admin");
    const whats = async () =>
      (await as(admin).get("/profiles/me/notices")).items.map(({ what }: { what: string }) => what);
    expect(await whats()).not.toContain("desk");
    await verifyAdmin(app, admin.user_id);
    expect(await whats()).toContain("desk");
  });

  test("say that the address was refused, until its member wants mail again", async () => {
    const member = await registerMember(app);
    const refused = new Date("2026-03-01T09:00:00.000Z");
    await app.db.query.update(users).set({ mailRefusedAt: refused }).where(eq(users.id, member.user_id));
    const { get, send } = as(member);
    expect((await get("/profiles/me/notices")).mail.refused_at).toBe(refused.toISOString());
    const { body } = await send("PUT", "/profiles/me/notices", { mail_again: true });
    expect(body.mail.refused_at).toBeNull();
  });

  test.each([
    { items: [{ what: "weather", mail: "now" }] },
    { items: [{ what: "replies", mail: "hourly" }] },
    { items: [{ what: "replies", push: "weekly" }] },
    { items: [{ what: "replies", site: false }] },
    { mail_again: false },
  ])("refuse %j", async (body) => {
    const member = as(await registerMember(app));
    expect((await member.send("PUT", "/profiles/me/notices", body)).status).toBe(400);
  });
});
