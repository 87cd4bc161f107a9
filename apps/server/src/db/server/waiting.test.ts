import { buildTestApp, registerMember, verifiedAdmin } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { untilSomebodyWaits } from "@tests/support/server/lock-waits.ts";
import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deletePlacesOf } from "../../modules/auth/known-places.repository.ts";
import { insertSession } from "../../modules/auth/sessions.repository.ts";
import { hashRefreshToken, newRefreshToken, newSessionId } from "../../modules/auth/tokens.ts";
import { insertRevision, setReviewState } from "../../modules/content/revisions.repository.ts";
import { lockItem } from "../../modules/content/writing/writing.repository.ts";
import { knownPlaces, sessions, users } from "../schema.ts";

// Run by `npm run test:scale`: what only shows where transactions run beside one another.

test("a decision that waited for an edit sees the item as edited", async () => {
  const app = await buildTestApp({ rateLimits: false });
  const [writer, admin] = [await registerMember(app, "TechWriter"), await verifiedAdmin(app)];
  const id = await makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id });
  const { deciding } = await app.db.transaction(async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw new Error("the item is gone");
    const draft = {
      title: "Newer",
      body: "Newer words.",
      bodyHtml: "<p>Newer words.</p>\n",
      excerpt: "Newer words.",
      contentType: "Article" as const,
      categoryId: 1,
      media: null,
      poster: null,
    };
    const revision = await insertRevision(tx, item, draft, new Date());
    await setReviewState(tx, id, { status: item.status, pendingRevisionId: revision.id });
    const flag = { reason: "Too new.", revision: 2 };
    const call = app.call("POST", `/admin/content/${id}/flag`, { token: admin.access_token, body: flag });
    await untilSomebodyWaits(app.db);
    return { deciding: call };
  });

  expect(await deciding).toMatchObject({ status: 200 });
  await app.close();
});

test("a sign-in from a new browser holds nothing that the end of all sessions needs", async () => {
  const app = await buildTestApp({ rateLimits: false });
  const { user_id: userId } = await registerMember(app);
  const [known, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const startFrom = (...places: Buffer[]) =>
    insertSession(app.db.query, {
      id: newSessionId(),
      userId,
      refreshTokenHash: hashRefreshToken(newRefreshToken()),
      userAgent: null,
      createdAt: new Date(),
      passwordHash: undefined,
      places,
    });
  await startFrom(known);
  const { starting } = await app.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const call = startFrom(known, fresh);
    await untilSomebodyWaits(app.db);
    await tx.execute(sql`set local lock_timeout = '300ms'`);
    await deletePlacesOf(tx, userId);
    return { starting: call };
  });

  expect(await starting).toBe(true);
  expect(await app.db.query.$count(knownPlaces, eq(knownPlaces.userId, userId))).toBe(2);
  await app.close();
});

test("sign-ins of one account at the same moment never wait in a circle, and the next one ends what is too many", async () => {
  const app = await buildTestApp({ rateLimits: false });
  const { user_id: userId } = await registerMember(app);
  const start = () => app.startSession(userId);
  await Promise.all(Array.from({ length: 160 }, start));
  await start();

  const isLiving = and(eq(sessions.userId, userId), isNull(sessions.endedAt));
  expect(await app.db.query.$count(sessions, isLiving)).toBe(100);
  await app.close();
});

test("what writers and reviewers change at the same moment never waits in a circle", async () => {
  const app = await buildTestApp({ rateLimits: false });
  const admin = await verifiedAdmin(app);
  const writers = [await registerMember(app, "TechWriter"), await registerMember(app, "TechWriter")];
  const sending =
    (method: "POST" | "PATCH" | "DELETE", url: string, body: object | undefined, by = admin) =>
    async () =>
      (await app.call(method, url, { token: by.access_token, body })).status;
  const writes: (() => Promise<number>)[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (const writer of writers) {
      const make = (status: "Draft" | "Pending" | "Published") =>
        makeItem(app, { authorId: writer.user_id, status });
      const published = await make("Published");
      const words = { title: "Another title", body: "Other words.", category: "Data Science" };
      const moved = { title: "A newer title", category: "Cyber Security" };
      const account = { name: "Somebody", email: `made-${writes.length}@example.test`, role: "User" };
      writes.push(
        sending("POST", "/content", words, writer),
        sending("PATCH", `/content/${published}`, moved, writer),
        sending("PATCH", `/content/${await make("Draft")}`, { draft: false }, writer),
        sending("POST", `/admin/content/${await make("Pending")}/approve`, { revision: 1 }),
        sending("POST", `/admin/content/${await make("Pending")}/flag`, {
          revision: 1,
          reason: "Too short.",
        }),
        sending("DELETE", `/content/${await make("Draft")}`, undefined, writer),
        sending("DELETE", `/admin/content/${await make("Pending")}`, { revision: 1 }),
        sending("POST", `/content/${published}/comments`, { body: "My own words." }, writer),
        sending("POST", "/admin/users", account),
      );
    }
  }
  // PostgreSQL ends one of two transactions that wait for one another.
  let ended = 0;
  app.db.observe((_ms, failure) => {
    if (failure === "40") ended += 1;
  });
  const statuses = await Promise.all(writes.map((write) => write()));

  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  expect(ended).toBe(0);
  await app.close();
});
