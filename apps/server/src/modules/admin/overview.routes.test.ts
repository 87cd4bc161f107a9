import type { Overview } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { editItem, makeItem } from "@tests/support/server/content.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { content, users } from "../../db/schema.ts";

const hour = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour);

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
const read = async (): Promise<Overview> => (await call("GET", "/admin/overview")).body;
const make = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, status: "Pending", ...facts });

/** The same figures, counted over the tables. */
async function countAll() {
  const { rows } = await app.db.query.execute<Record<string, number>>(sql`
    select count(*) filter (where status in ('Pending', 'Published', 'Flagged'))::int as "totalPosts",
      count(*) filter (where status = 'Flagged')::int as "flaggedContent",
      count(*) filter (where pending_revision_id is not null)::int as waiting,
      (select count(*)::int from users where role <> 'Admin') as "newUsers",
      (select count(*)::int from users where role <> 'Admin' and created_at > now() - interval '6 days') as "newUsersWeek",
      (select count(*)::int from categories where deleted_at is null) as "activeCategories",
      (select count(*)::int from reports where closed_at is null) as "openReports",
      (select count(*)::int from deletion_requests where closed_at is null) as "deletionRequests"
    from ${content}`);
  const { waiting, ...figures } = rows[0] ?? {};
  return { ...figures, queue: { waiting } };
}

describe("the overview", () => {
  test("matches the rows after any sequence of actions", async () => {
    expect(await read()).toMatchObject(await countAll());
    const pending = await make();
    await make();
    await make({ status: "Draft" });
    await make({ status: "Flagged" });
    const published = await make({ status: "Published" });
    await editItem(app, published, "Newer");
    expect(await read()).toMatchObject(await countAll());

    await call("POST", `/admin/content/${pending}/approve`, { revision: 1 });
    await call("POST", `/admin/content/${published}/flag`, { reason: "No.", revision: 2 });
    await call("POST", `/admin/content/${published}/flag`, { reason: "Not this either." });
    await call("DELETE", `/admin/content/${pending}`);
    expect(await read()).toMatchObject(await countAll());

    const member = await registerMember(app);
    await call("PATCH", `/admin/users/${member.user_id}`, { role: "Admin" });
    await call("POST", "/admin/users", { name: "New", email: "new@example.test", role: "TechWriter" });
    const { body: category } = await call("POST", "/admin/categories", {
      name: "Brief",
      description: "Brief.",
    });
    expect(await read()).toMatchObject(await countAll());
    await call("DELETE", `/admin/categories/${category.id}`);
    expect(await read()).toMatchObject(await countAll());
  });

  test("counts members as new for seven days, today included", async () => {
    const before = (await read()).newUsersWeek;
    for (const days of [6, 7]) {
      await app.db.query.insert(users).values({
        name: "Member",
        email: `days-${days}@example.test`,
        role: "User",
        createdAt: hoursAgo(days * 24),
      });
    }
    expect((await read()).newUsersWeek).toBe(before + 1);
  });

  test("reports waiting times: the median, the 90th percentile and the longest", async () => {
    const own = await buildTestApp();
    const reviewer = await verifiedAdmin(own);
    const author = await registerMember(own, "TechWriter");
    const token = reviewer.access_token;
    const overview = async () => (await own.call("GET", "/admin/overview", { token })).body.queue;
    expect(await overview()).toEqual({
      waiting: 0,
      oldestWaitSeconds: null,
      medianWaitSeconds: null,
      p90WaitSeconds: null,
    });
    for (let hours = 1; hours <= 11; hours += 1) {
      const id = await makeItem(own, { authorId: author.user_id, status: "Pending", at: hoursAgo(hours) });
      const body = { revision: 1 };
      if (hours < 11) await own.call("POST", `/admin/content/${id}/approve`, { token, body });
      // Deciding again about what was decided says nothing about waiting.
      if (hours === 5)
        await own.call("POST", `/admin/content/${id}/flag`, {
          token,
          body: { reason: "On second thoughts." },
        });
    }
    const queue = await overview();
    const inHours = (seconds: number) => Math.round(seconds / 360) / 10;
    expect(queue.waiting).toBe(1);
    expect(inHours(queue.oldestWaitSeconds)).toBe(11);
    expect(inHours(queue.medianWaitSeconds)).toBe(5.5);
    expect(inHours(queue.p90WaitSeconds)).toBe(9.1);
    await own.close();
  });
});
