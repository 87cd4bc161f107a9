import { tokenLimits } from "@cairn/contract";
import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { statementsOf } from "@tests/support/server/statements.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programTokens, users } from "../../db/schema.ts";
import { isWellFormed, newProgramToken } from "./program-tokens.ts";
import { hashToken } from "./secrets.ts";

const [minute, day] = [60_000, 24 * 60 * 60_000];

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(app.now().getTime() + days * day).toISOString();
const make = (member: Member, draft: object = {}) =>
  app.call("POST", "/profiles/me/tokens", by(member, { name: "Nightly import", scopes: ["read"], ...draft }));
const tokenOf = async (member: Member, draft: object = {}): Promise<string> =>
  (await make(member, draft)).body.token;
const me = (token: string) => app.call("GET", "/auth/me", { token });
const listOf = async (token: string) => (await app.call("GET", "/profiles/me/tokens", { token })).body.items;

describe("a token", () => {
  test("is shown once, stored as a hash alone, and works where an access token does", async () => {
    const member = await registerMember(app);
    const endsAt = inDays(30);
    const { status, headers, body } = await make(member, { ends_at: endsAt, scopes: ["read", "write"] });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name: "Nightly import",
        scopes: ["read", "write"],
        created_at: expect.any(String),
        last_used_at: null,
        ends_at: endsAt,
        token: expect.stringMatching(/^cairn_[0-9A-Za-z]{42}$/),
      },
    });
    expect(headers["cache-control"]).toBe("no-store");
    expect((await me(body.token)).body).toMatchObject({ id: member.user_id, role: "User" });

    const { token, ...shown } = body;
    expect(await listOf(member.access_token)).toEqual([{ ...shown, last_used_at: expect.any(String) }]);
    const [row] = await app.db.query.select().from(programTokens).where(eq(programTokens.id, body.id));
    expect(row?.tokenHash).toEqual(hashToken(token));
  });

  test("writes the last use once a minute", async () => {
    const member = await registerMember(app);
    const token = await tokenOf(member);
    const lastUse = async () => (await listOf(member.access_token))[0].last_used_at;
    await me(token);
    const first = await lastUse();
    app.passTime(minute / 2);
    await me(token);
    expect(await lastUse()).toBe(first);
    app.passTime(minute / 2);
    await me(token);
    expect(await lastUse()).not.toBe(first);
  });

  test("with a typing mistake is refused without a query", async () => {
    const member = await registerMember(app);
    const token = await tokenOf(member);
    const wrong = token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect([isWellFormed(token), isWellFormed(wrong), isWellFormed("cairn_")]).toEqual([true, false, false]);
    expect(await statementsOf(app, () => me(wrong))).toBe(0);
    const refused = {
      error: "This token has ended, was deleted, or was never one of ours.",
      code: "session_ended",
    };
    for (const dead of [wrong, newProgramToken(), "cairn_"]) {
      expect(await me(dead)).toMatchObject({ status: 401, body: refused });
      expect(await app.call("GET", "/content", { token: dead })).toMatchObject({
        status: 401,
        body: refused,
      });
    }
  });

  test("ends when it says, after 90 days unless it says", async () => {
    const member = await registerMember(app);
    const [short, usual] = [await tokenOf(member, { ends_at: inDays(1) }), await tokenOf(member)];
    app.passTime(day + 1);
    expect([(await me(short)).status, (await me(usual)).status]).toEqual([401, 200]);
    const { access_token } = await app.startSession(member.user_id);
    expect(await listOf(access_token)).toHaveLength(1);
    app.passTime(89 * day);
    expect((await me(usual)).status).toBe(401);
    await app.sweep();
    expect(
      await app.db.query.select().from(programTokens).where(eq(programTokens.userId, member.user_id)),
    ).toEqual([]);
  });

  test("is deleted by its member alone, and refused at once", async () => {
    const [member, other] = [await registerMember(app), await registerMember(app)];
    const { body } = await make(member);
    const remove = (who: Member) => app.call("DELETE", `/profiles/me/tokens/${body.id}`, by(who));
    expect(await remove(other)).toMatchObject({ status: 404, body: { code: "token_not_found" } });
    expect((await me(body.token)).status).toBe(200);
    expect((await remove(member)).body).toEqual({ message: "Token deleted" });
    expect((await me(body.token)).status).toBe(401);
    expect((await remove(member)).status).toBe(404);
  });

  test("ends with a new password, and with its account", async () => {
    const [member, admin] = [await registerMember(app), await verifiedAdmin(app)];
    const before = await tokenOf(member);
    const change = { password: "another password of mine" };
    expect((await app.call("PATCH", "/profiles/me", by(member, change))).status).toBe(200);
    expect((await me(before)).status).toBe(401);

    const token = await tokenOf(member);
    const setActive = (active: boolean) =>
      app.call("PATCH", `/admin/users/${member.user_id}`, by(admin, { active }));
    await setActive(false);
    expect((await me(token)).status).toBe(401);
    await setActive(true);
    expect((await me(token)).status).toBe(401);
  });

  test("of an admin loses review and admin with the grant", async () => {
    const admin = await verifiedAdmin(app);
    const token = await tokenOf(admin, { scopes: ["read", "review", "admin"] });
    const calls = ["/admin/content", "/admin/users"];
    const statuses = async () => {
      const answers = [];
      for (const path of [...calls, "/auth/me"])
        answers.push((await app.call("GET", path, { token })).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await app.db.query.update(users).set({ verifiedAt: null }).where(eq(users.id, admin.user_id));
    expect(await statuses()).toEqual([403, 403, 200]);
  });
});

describe("a new token", () => {
  test("has review and admin only from a verified admin", async () => {
    for (const role of ["User", "Admin"] as const) {
      const member = await registerMember(app, role);
      for (const scope of ["review", "admin"]) {
        expect(await make(member, { scopes: ["read", scope] })).toMatchObject({
          status: 403,
          body: { code: "not_allowed" },
        });
      }
    }
  });

  test.each([
    ["no name", { name: " " }],
    ["no scope", { scopes: [] }],
    ["a scope twice", { scopes: ["read", "read"] }],
    ["an unknown scope", { scopes: ["everything"] }],
    ["an end that has passed", { ends_at: "2020-01-01T00:00:00Z" }],
    ["an end after more than a year", { ends_at: "2999-01-01T00:00:00Z" }],
    ["a further field", { token: newProgramToken() }],
  ])("is refused with %s", async (_what, draft) => {
    const member = await registerMember(app);
    const field = Object.keys(draft)[0];
    const answer = await make(member, draft);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect(answer.body.details[0].field).toMatch(new RegExp(`^${field}`));
  });

  test(`is refused beside ${tokenLimits.ofMember} others, also to calls at once`, async () => {
    const member = await registerMember(app);
    const answers = await Promise.all(Array.from({ length: tokenLimits.ofMember + 3 }, () => make(member)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(tokenLimits.ofMember);
    expect(answers.filter(({ body }) => body.code === "list_full")).toHaveLength(3);
  });

  test("is refused to a program, and so is a new password", async () => {
    const member = await registerMember(app);
    const token = await tokenOf(member, { scopes: ["read", "write"] });
    const missing = { status: 403, body: { code: "scope_missing" } };
    const draft = { name: "More", scopes: ["read"] };
    expect(await app.call("POST", "/profiles/me/tokens", { token, body: draft })).toMatchObject(missing);
    const change = (body: object) => app.call("PATCH", "/profiles/me", { token, body });
    expect(await change({ bio: "Mine", password: "another password of mine" })).toMatchObject(missing);
    expect((await change({ bio: "Mine" })).body).toMatchObject({ bio: "Mine" });
  });
});

test("a refusal names the scope that is missing", async () => {
  const member = await registerMember(app);
  const token = await tokenOf(member);
  const answer = await app.call("POST", "/content/1/comments", { token, body: { body: "Well said." } });
  expect(answer).toMatchObject({
    status: 403,
    body: { code: "scope_missing", error: "This token lacks the scope “write”." },
  });
});

test("the OpenAPI document names the scope of each call that needs a token", async () => {
  const { body: document } = await app.call("GET", "/openapi.json");
  const securityOf = (path: string, method: string) => document.paths[path][method].security;
  const ofScope = (scope: string) => [{ accessToken: [] }, { programToken: [scope] }];
  expect(document.components.securitySchemes.programToken).toMatchObject({ type: "http", scheme: "bearer" });
  expect(securityOf("/notifications", "get")).toEqual(ofScope("read"));
  expect(securityOf("/content", "post")).toEqual(ofScope("write"));
  expect(securityOf("/admin/content/{id}/approve", "post")).toEqual(ofScope("review"));
  expect(securityOf("/admin/users", "post")).toEqual(ofScope("admin"));
  expect(securityOf("/profiles/me/tokens", "post")).toEqual([{ accessToken: [] }]);
  expect(securityOf("/auth/refresh", "post")).toEqual([{ refreshToken: [] }]);
});
