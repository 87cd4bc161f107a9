import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "../../db/schema.ts";
import { buildTestApp, password, registerMember, registration, type TestApp } from "../../test/app.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe("registering", () => {
  test.each(["Admin", "TechWriter", "User"])("opens an account as %s and signs in", async (role) => {
    const sent = registration({ role });
    const answer = await app.call("POST", "/auth/register", { body: sent });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      role,
      user_id: expect.any(Number),
    });
    const me = await app.call("GET", "/auth/me", { token: answer.body.access_token });
    expect(me.body).toMatchObject({
      name: sent.name,
      email: sent.email,
      role,
      verified: false,
      interests: [],
    });
  });

  test("a known e-mail is a conflict that suggests to log in, whatever its capitals", async () => {
    const sent = registration();
    await app.call("POST", "/auth/register", { body: sent });
    const again = await app.call("POST", "/auth/register", {
      body: registration({ email: sent.email.toUpperCase() }),
    });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      error: "Email already registered. Please log in or use a different email.",
      suggestion: "login",
    });
  });

  test("fifty registrations of one e-mail at the same moment make one account", async () => {
    const sent = registration();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.call("POST", "/auth/register", { body: sent, from: "203.0.113.50" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await app.db.query.select().from(users).where(eq(users.email, sent.email))).toHaveLength(1);
  });

  test.each([
    ["no name", { name: undefined }, "name"],
    ["a blank name", { name: "   " }, "name"],
    ["an e-mail that is none", { email: "amina at example" }, "email"],
    ["an e-mail in a list", { email: ["a@example.test"] }, "email"],
    ["a role that does not exist", { role: "Owner" }, "role"],
    ["a short password", { password: "1234567" }, "password"],
    ["a password of 129 characters", { password: "x".repeat(129) }, "password"],
    ["one of the commonest passwords", { password: "Password123" }, "password"],
    ["a field nobody knows", { verified: true }, "verified"],
    ["null for a text", { name: null }, "name"],
    ["a NUL in a text", { name: "A\0B" }, "name"],
    ["half a surrogate pair", { name: "A\ud800" }, "name"],
  ])("with %s is refused and names the field", async (_case, wrong, field) => {
    const answer = await app.call("POST", "/auth/register", { body: registration(wrong) });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(expect.any(String));
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  test("an optional phone may be left out, and the password never comes back", async () => {
    const answer = await app.call("POST", "/auth/register", {
      body: registration({ phone: "+254 700 000 000" }),
    });
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body)).not.toContain(password);
  });
});

describe("logging in", () => {
  test("answers tokens, role and user id, also for capitals and spaces in the e-mail", async () => {
    const member = await registerMember(app, "TechWriter");
    const answer = await app.call("POST", "/auth/login", {
      body: { email: ` ${member.email.toUpperCase()} `, password },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ role: "TechWriter", user_id: member.user_id });
    expect(answer.body.refresh_token).not.toBe(member.refresh_token);
  });

  test("a wrong password and an unknown e-mail read the same", async () => {
    const member = await registerMember(app);
    const wrong = await app.call("POST", "/auth/login", {
      body: { email: member.email, password: "wrong password" },
    });
    const unknown = await app.call("POST", "/auth/login", {
      body: { email: "nobody@example.test", password },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    const { request_id: _one, ...first } = wrong.body;
    const { request_id: _other, ...second } = unknown.body;
    expect(first).toEqual(second);
    expect(first.error).toBe("Invalid email or password");
  });

  test("a deactivated account says so to its owner only", async () => {
    const member = await registerMember(app);
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, member.user_id));
    const right = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
    const wrong = await app.call("POST", "/auth/login", {
      body: { email: member.email, password: "wrong password" },
    });
    expect(right.status).toBe(403);
    expect(wrong.status).toBe(401);
    const refreshed = await app.call("POST", "/auth/refresh", { token: member.refresh_token });
    expect(refreshed.status).toBe(401);
  });

  test("ten wrong tries in parallel or not are all an account gets in fifteen minutes", async () => {
    const member = await registerMember(app);
    const body = { email: member.email, password: "a wrong password" };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        app.call("POST", "/auth/login", { body, from: `203.0.113.${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
    const right = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
    expect(right.status).toBe(429);
  });

  test("a hundred failures are all an address gets, and successes do not count", async () => {
    const member = await registerMember(app);
    const from = "2001:db8:7:7::1";
    for (let count = 0; count < 12; count += 1) {
      const answer = await app.call("POST", "/auth/login", { body: { email: member.email, password }, from });
      expect(answer.status).toBe(200);
    }
    const failures = await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        app.call("POST", "/auth/login", { body: { email: `nobody-${index}@example.test`, password }, from }),
      ),
    );
    expect(failures.filter(({ status }) => status === 401)).toHaveLength(100);
    const neighbour = await app.call("POST", "/auth/login", {
      body: { email: member.email, password },
      from: "2001:db8:7:7:ffff::2",
    });
    expect(neighbour.status).toBe(429);
  });
});

describe("a session", () => {
  test("lasts fifteen minutes by its access token and goes on by its refresh token, which does not rotate", async () => {
    const own = await buildTestApp();
    const member = await registerMember(own);
    own.passTime(15 * minute + 1000);
    const late = await own.call("GET", "/auth/me", { token: member.access_token });
    expect(late.status).toBe(401);
    expect(late.body.error).toBe("Session expired. Please log in again.");
    for (let count = 0; count < 2; count += 1) {
      const refreshed = await own.call("POST", "/auth/refresh", { token: member.refresh_token });
      expect(refreshed.status).toBe(200);
      expect(Object.keys(refreshed.body)).toEqual(["access_token"]);
      expect((await own.call("GET", "/auth/me", { token: refreshed.body.access_token })).status).toBe(200);
    }
    await own.close();
  });

  test("dies after fourteen idle days, and after thirty in any case", async () => {
    const own = await buildTestApp();
    const idle = await registerMember(own);
    const busy = await registerMember(own);
    const refresh = (token: string) => own.call("POST", "/auth/refresh", { token });
    own.passTime(13 * day);
    expect((await refresh(busy.refresh_token)).status).toBe(200);
    own.passTime(1.5 * day);
    expect((await refresh(idle.refresh_token)).status).toBe(401);
    expect((await refresh(busy.refresh_token)).status).toBe(200);
    own.passTime(12 * day);
    expect((await refresh(busy.refresh_token)).status).toBe(200);
    own.passTime(4 * day);
    expect((await refresh(busy.refresh_token)).status).toBe(401);
    await own.close();
  });

  test("refreshes with an empty JSON body, as the spec sends it", async () => {
    const member = await registerMember(app);
    const answer = await app.call("POST", "/auth/refresh", {
      token: member.refresh_token,
      headers: { "content-type": "application/json" },
      body: "",
    });
    expect(answer.status).toBe(200);
  });

  test("ten parallel refreshes all get a working token", async () => {
    const member = await registerMember(app);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.call("POST", "/auth/refresh", { token: member.refresh_token })),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((await app.call("GET", "/auth/me", { token: body.access_token })).status).toBe(200);
    }
  });

  test("gets sixty refreshes in a minute and no more", async () => {
    const member = await registerMember(app);
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => app.call("POST", "/auth/refresh", { token: member.refresh_token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("ends at logout with all its tokens, and only that session", async () => {
    const member = await registerMember(app);
    const other = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
    expect((await app.call("DELETE", "/auth/logout", { token: member.refresh_token })).status).toBe(200);
    expect((await app.call("GET", "/auth/me", { token: member.access_token })).status).toBe(401);
    expect((await app.call("POST", "/auth/refresh", { token: member.refresh_token })).status).toBe(401);
    expect((await app.call("DELETE", "/auth/logout", { token: member.refresh_token })).status).toBe(401);
    expect((await app.call("GET", "/auth/me", { token: other.body.access_token })).status).toBe(200);
  });

  test.each([
    ["no token", undefined],
    ["nonsense", "not.a.token"],
    [
      "a token signed by somebody else",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    ],
    ["an unsigned token", "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.eyJzdWIiOiIxIiwic2lkIjoieCJ9."],
  ])("cannot be used with %s", async (_case, token) => {
    for (const [method, path] of [
      ["GET", "/auth/me"],
      ["POST", "/auth/refresh"],
      ["DELETE", "/auth/logout"],
    ] as const) {
      expect((await app.call(method, path, token ? { token } : {})).status).toBe(401);
    }
  });

  test("does not take one kind of token for the other", async () => {
    const member = await registerMember(app);
    expect((await app.call("GET", "/auth/me", { token: member.refresh_token })).status).toBe(401);
    expect((await app.call("POST", "/auth/refresh", { token: member.access_token })).status).toBe(401);
    expect((await app.call("DELETE", "/auth/logout", { token: member.access_token })).status).toBe(401);
  });
});

test("every call stands at the root and under /api", async () => {
  const member = await registerMember(app);
  const answer = await app.call("GET", "/api/auth/me", { token: member.access_token });
  expect(answer.body.id).toBe(member.user_id);
});
