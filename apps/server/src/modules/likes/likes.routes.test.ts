import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem, unpublish } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { content, likes, users } from "../../db/schema.ts";

let app: TestApp;
let writer: Member;
let member: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp();
  writer = await registerMember(app, "TechWriter");
  member = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const makePost = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, { authorId: writer.user_id, ...facts });

const call = (method: "PUT" | "DELETE", by: Member | null, id: number, key?: string) =>
  app.call(method, `/content/${id}/like`, {
    ...(by && { token: by.access_token }),
    ...(key && { headers: { "idempotency-key": key } }),
  });
const like = (by: Member | null, id: number, key?: string) => call("PUT", by, id, key);
const unlike = (by: Member | null, id: number, key?: string) => call("DELETE", by, id, key);

/** What the item says, and how many rows say so. */
async function countsOf(id: number): Promise<{ said: number | undefined; rows: number }> {
  const [row] = await app.db.query.select().from(content).where(eq(content.id, id));
  return { said: row?.likes, rows: await app.db.query.$count(likes, eq(likes.contentId, id)) };
}

describe("a like", () => {
  test("counts once, even when given or taken back repeatedly", async () => {
    const id = await makePost();
    expect(await like(member, id)).toMatchObject({ status: 200, body: { likes: 1, liked: true } });
    expect((await like(member, id)).body).toEqual({ likes: 1, liked: true });
    expect((await like(writer, id)).body).toEqual({ likes: 2, liked: true });
    expect((await unlike(member, id)).body).toEqual({ likes: 1, liked: false });
    expect((await unlike(member, id)).body).toEqual({ likes: 1, liked: false });
  });

  test("shows on the item: members see whether it is theirs, everybody sees the number", async () => {
    const id = await makePost();
    await like(member, id);
    const read = async (by: Member | null) =>
      (await app.call("GET", `/content/${id}`, by ? { token: by.access_token } : {})).body;
    expect(await read(member)).toMatchObject({ likes: 1, liked: true });
    expect(await read(admin)).toMatchObject({ likes: 1, liked: false });
    const asVisitor = await read(null);
    expect(asVisitor.likes).toBe(1);
    expect(asVisitor).not.toHaveProperty("liked");
  });

  test("of a deactivated member is refused, even before their session has ended", async () => {
    const id = await makePost();
    const gone = await registerMember(app);
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, gone.user_id));
    expect(await like(gone, id)).toMatchObject({ status: 401, body: { code: "session_ended" } });
    expect(await unlike(gone, id)).toMatchObject({ status: 401, body: { code: "session_ended" } });
    expect(await countsOf(id)).toEqual({ said: 0, rows: 0 });
  });

  test("is allowed only on published items, to their authors too", async () => {
    for (const status of ["Draft", "Pending", "Flagged"] as const) {
      const id = await makePost({ status });
      expect(await like(writer, id)).toMatchObject({ status: 404, body: { code: "content_not_found" } });
      expect((await unlike(writer, id)).status).toBe(404);
      expect(await countsOf(id)).toEqual({ said: 0, rows: 0 });
    }
  });

  test("stays when its item is unpublished, and cannot be taken back meanwhile", async () => {
    const id = await makePost();
    await like(member, id);
    await unpublish(app, id);
    expect((await unlike(member, id)).status).toBe(404);
    expect(await countsOf(id)).toEqual({ said: 1, rows: 1 });
  });
});

describe("the number of likes is exact", () => {
  test("when one member likes fifty times at once", async () => {
    const id = await makePost();
    const eager = await registerMember(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(eager, id)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { likes: 1, liked: true } });
    expect(await countsOf(id)).toEqual({ said: 1, rows: 1 });
  });

  test("when fifty members like at once, and half of them take it back at once", async () => {
    const id = await makePost();
    const crowd = await Promise.all(Array.from({ length: 50 }, () => registerMember(app)));
    const answers = await Promise.all(crowd.map((by) => like(by, id)));
    expect(answers.map(({ body }) => body.likes).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, count) => count + 1),
    );
    expect(await countsOf(id)).toEqual({ said: 50, rows: 50 });

    await Promise.all(
      crowd.flatMap((by, count) => (count % 2 ? [unlike(by, id), unlike(by, id)] : [like(by, id)])),
    );
    expect(await countsOf(id)).toEqual({ said: 25, rows: 25 });
  });

  test("when likes of one member are given and taken back at once", async () => {
    const id = await makePost();
    const fickle = await registerMember(app);
    await Promise.all(
      Array.from({ length: 40 }, (_, count) => (count % 2 ? unlike(fickle, id) : like(fickle, id))),
    );
    const { said, rows } = await countsOf(id);
    expect(said).toBe(rows);
    expect((await like(fickle, id)).body).toEqual({ likes: 1, liked: true });
  });
});

describe("a like sent again with its key", () => {
  test("gets the first answer, regardless of changes in between", async () => {
    const id = await makePost();
    const first = await like(member, id, "like-1");
    await like(writer, id);
    await unlike(member, id);
    const again = await like(member, id, "like-1");
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(await countsOf(id)).toEqual({ said: 1, rows: 1 });
  });

  test("is a different call from taking it back", async () => {
    const id = await makePost();
    await like(member, id, "like-2");
    expect(await unlike(member, id, "like-2")).toMatchObject({ status: 409, body: { code: "key_in_use" } });
    expect(await countsOf(id)).toEqual({ said: 1, rows: 1 });
  });

  test("is tried again after a failure", async () => {
    const id = await makePost({ status: "Pending" });
    expect((await like(member, id, "like-3")).status).toBe(404);
    const published = await makePost();
    expect((await like(member, published, "like-3")).status).toBe(200);
  });
});
