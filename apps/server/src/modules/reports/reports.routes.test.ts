import type { Report } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let admin: Member;
let writer: Member;
let member: Member;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await verifiedAdmin(app);
  writer = await registerMember(app, "TechWriter");
  member = await registerMember(app);
});
afterAll(() => app.close());

const as = (who: Member) => ({ token: who.access_token });
const report = (id: number, reason: unknown, who = member) =>
  app.call("POST", `/content/${id}/report`, { body: { reason }, ...as(who) });
const open = async (query = "") => (await app.call("GET", `/admin/reports${query}`, as(admin))).body;
const close = (id: number) => app.call("POST", `/admin/reports/${id}/close`, as(admin));
const make = (facts = {}) => makeItem(app, { authorId: writer.user_id, ...facts });

describe("a report", () => {
  test("reaches the admins with who, what and why, and is closed once", async () => {
    const id = await make({ title: "Doubtful" });
    expect(await report(id, " It links to malware. ")).toMatchObject({
      status: 201,
      body: { message: "Reported" },
    });
    const [first] = (await open()).items;
    expect(first).toMatchObject({
      content: { id, title: "Doubtful", status: "Published" },
      reporter: { id: member.user_id },
      reason: "It links to malware.",
      closed_at: null,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(first.id)));
    expect(new Set(answers.map(({ body }) => body.closed_at)).size).toBe(1);
    expect((await open()).items).toEqual([]);
    const { items } = (await app.call("GET", "/admin/activity", as(admin))).body;
    expect(items.map(({ event }: { event: string }) => event)).toEqual([
      "Report closed: “Doubtful”",
      "Content approved: “Doubtful”",
    ]);
    expect((await close(987_654)).body.code).toBe("report_not_found");
  });

  test("made again while it is open replaces its reason; after that it is a new one", async () => {
    const id = await make();
    await Promise.all(Array.from({ length: 10 }, () => report(id, "First")));
    await report(id, "Second");
    const page = await open();
    expect(page).toMatchObject({ total: 1, items: [{ reason: "Second" }] });
    await close(page.items[0].id);
    await report(id, "Third");
    expect((await open()).items).toMatchObject([{ reason: "Third" }]);
    await close((await open()).items[0].id);
  });

  test("needs a reason", async () => {
    expect((await report(await make(), " ")).status).toBe(400);
    expect((await open()).items).toEqual([]);
  });

  test("is listed in the order of arrival, paged by cursor", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(await make());
      await report(ids[count] ?? 0, `Report ${count}`);
    }
    expect((await open()).total).toBe(5);
    const seen = await readAll<Report>(app, "/admin/reports?per_page=2", as(admin));
    expect(seen.map(({ content }) => content.id)).toEqual(ids);
  });
});
