import { randomBytes } from "node:crypto";
import type { Session } from "@cairn/contract";
import { buildTestApp, password, signUp, type TestApp } from "@tests/support/server/app.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knownPlaces, sessions } from "../../db/schema.ts";

const day = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Tokens = { access_token: string; refresh_token: string };

const login = async (email: string, userAgent = "A browser"): Promise<Tokens> =>
  (await app.call("POST", "/auth/login", { body: { email, password }, headers: { "user-agent": userAgent } }))
    .body;
const list = async ({ access_token }: Tokens): Promise<Session[]> =>
  (await app.call("GET", "/auth/sessions", { token: access_token })).body.items;
const end = (id: string, { access_token }: Tokens) =>
  app.call("DELETE", `/auth/sessions/${id}`, { token: access_token });
const isAlive = async ({ access_token }: Tokens) =>
  (await app.call("GET", "/auth/me", { token: access_token })).status === 200;

describe("one's own sessions", () => {
  test("are listed with browser and times, the last used first, and no secrets", async () => {
    const member = await signUp(app);
    app.passTime(60_000);
    const phone = await login(member.email, "A phone");
    app.passTime(60_000);
    await app.call("POST", "/auth/refresh", { token: member.refresh_token });
    app.passTime(60_000);
    const answer = await app.call("GET", "/auth/sessions", { token: phone.access_token });
    expect(answer.body.next).toBeNull();
    const [first, second] = answer.body.items;
    expect(second).toEqual({
      id: expect.any(String),
      current: true,
      user_agent: "A phone",
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(first).toMatchObject({ current: false, user_agent: "lightMyRequest" });
    const [minute, two] = [60_000, 120_000];
    expect(Date.parse(first.last_used_at) - Date.parse(first.created_at)).toBeCloseTo(two, -4);
    expect(Date.parse(second.last_used_at) - Date.parse(second.created_at)).toBeGreaterThanOrEqual(minute);
  });

  test("of others are neither listed nor ended", async () => {
    const [member, other] = [await signUp(app), await signUp(app)];
    const [foreign] = await list(other);
    expect((await list(member)).map(({ id }) => id)).not.toContain(foreign?.id);
    expect(await end(foreign?.id ?? "", member)).toMatchObject({
      status: 404,
      body: { code: "session_not_found" },
    });
    expect(await isAlive(other)).toBe(true);
  });

  test("end one by one: its tokens stop working at once, the others stay valid", async () => {
    const member = await signUp(app);
    const phone = await login(member.email);
    const laptop = await login(member.email);
    const [theirs] = (await list(phone)).filter(({ current }) => current);
    expect(await end(theirs?.id ?? "", laptop)).toMatchObject({
      status: 200,
      body: { message: "Session ended" },
    });
    expect(await isAlive(phone)).toBe(false);
    expect((await app.call("POST", "/auth/refresh", { token: phone.refresh_token })).status).toBe(401);
    expect([await isAlive(laptop), await isAlive(member)]).toEqual([true, true]);
    expect((await list(laptop)).map(({ id }) => id)).not.toContain(theirs?.id);
    expect((await end(theirs?.id ?? "", laptop)).status).toBe(404);
  });

  test("include the current one, which may end itself", async () => {
    const member = await signUp(app);
    const [current] = await list(member);
    expect(current?.current).toBe(true);
    expect((await end(current?.id ?? "", member)).status).toBe(200);
    expect(await isAlive(member)).toBe(false);
  });

  test("are named by a session id: anything else is bad input", async () => {
    const member = await signUp(app);
    expect((await end("1", member)).status).toBe(400);
    expect((await end("01980000-0000-7000-8000-000000000000", member)).status).toBe(404);
  });

  test("unused for two weeks, or begun a month ago, are no longer listed", async () => {
    const member = await signUp(app);
    app.passTime(10 * day);
    const phone = await login(member.email);
    expect(await list(phone)).toHaveLength(2);
    app.passTime(5 * day);
    const fresh = await login(member.email);
    expect(await list(fresh)).toHaveLength(2);
  });
});

test("a sign-in keeps the hundred sessions and places of its account that were used last", async () => {
  const [member, other] = [await signUp(app), await signUp(app)];
  await app.db.query
    .update(knownPlaces)
    .set({ seenAt: new Date(0) })
    .where(eq(knownPlaces.userId, member.user_id));
  app.passTime(1_000);
  const second = await app.startSession(member.user_id);
  app.passTime(1_000);
  const seenAt = app.now();
  const places = Array.from({ length: 98 }, () => ({
    userId: member.user_id,
    place: randomBytes(32),
    seenAt,
  }));
  await app.db.query.insert(knownPlaces).values(places);
  for (let count = 0; count < 98; count += 1) await app.startSession(member.user_id);
  expect([await isAlive(member), await isAlive(second)]).toEqual([true, true]);
  const last = await login(member.email);
  expect([await isAlive(member), await isAlive(second), await isAlive(last)]).toEqual([false, true, true]);
  expect((await app.call("POST", "/auth/refresh", { token: member.refresh_token })).status).toBe(401);
  expect(await list(last)).toHaveLength(100);
  const known = await app.db.query.select().from(knownPlaces).where(eq(knownPlaces.userId, member.user_id));
  expect(known).toHaveLength(100);
  expect(known.every((place) => place.seenAt >= seenAt)).toBe(true);
  expect(await isAlive(other)).toBe(true);
});

test("a browser's name is cut to 200 characters, and a blank one counts as missing", async () => {
  const member = await signUp(app);
  const loud = await login(member.email, "x".repeat(5_000));
  expect((await list(loud)).find(({ current }) => current)?.user_agent).toBe("x".repeat(200));
  const quiet = await login(member.email, " ");
  expect((await list(quiet)).find(({ current }) => current)?.user_agent).toBeNull();
});

test("a session ended in the database by another process ends in this process too", async () => {
  const member = await signUp(app);
  expect(await isAlive(member)).toBe(true);
  await app.db.query.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.userId, member.user_id));
  expect(await isAlive(member)).toBe(false);
});

test("no access token outlives its session", async () => {
  const member = await signUp(app);
  for (const pass of [13 * day, 13 * day, 4 * day - 60_000]) {
    app.passTime(pass);
    expect((await app.call("POST", "/auth/refresh", { token: member.refresh_token })).status).toBe(200);
  }
  const { body } = await app.call("POST", "/auth/refresh", { token: member.refresh_token });
  app.passTime(30_000);
  expect(await isAlive(body)).toBe(true);
  app.passTime(40_000);
  expect(await isAlive(body)).toBe(false);
});
