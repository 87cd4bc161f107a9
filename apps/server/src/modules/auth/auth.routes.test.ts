import { createHash } from "node:crypto";
import {
  type Answer,
  buildTestApp,
  password,
  registration,
  signUp,
  type TestApp,
} from "@tests/support/server/app.ts";
import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knownPlaces, users } from "../../db/schema.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await buildTestApp({}, null, {
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }),
  });
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

  test("a known email, in any case, is a conflict that suggests logging in", async () => {
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

  test("fifty registrations of one email at the same moment make one account", async () => {
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
    ["an invalid email", { email: "amina at example" }, "email"],
    ["an email in a list", { email: ["a@example.test"] }, "email"],
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
  test("returns tokens, role and user id, also for an email with capitals and spaces", async () => {
    const member = await signUp(app, "TechWriter");
    const answer = await app.call("POST", "/auth/login", {
      body: { email: ` ${member.email.toUpperCase()} `, password },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ role: "TechWriter", user_id: member.user_id });
    expect(answer.body.refresh_token).not.toBe(member.refresh_token);
  });

  test("a wrong password and an unknown email get the same answer", async () => {
    const member = await signUp(app);
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
    expect(first.error).toBe("The email or password is wrong.");
  });

  test("only the owner learns that an account is deactivated", async () => {
    const member = await signUp(app);
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

  const login = (email: string, secret: string, facts: { from?: string; cookie?: string } = {}) =>
    app.call("POST", "/auth/login", {
      body: { email, password: secret },
      ...(facts.from && { from: facts.from }),
      ...(facts.cookie && { headers: { cookie: facts.cookie } }),
    });
  const wrong = "a wrong password";
  const guess = (count: number, email: string, fromOf: (index: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, index) => login(email, wrong, { from: fromOf(index) })));
  const counted = (answers: readonly Answer[], status: number) =>
    answers.filter((answer) => answer.status === status).length;
  const markOf = (answer: Answer) => String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "";

  test("a stranger's wrong tries lock nobody else out, at any address", async () => {
    const { email } = await signUp(app);
    await guess(40, email, () => "203.0.113.78");
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, password, { from: "203.0.113.79" })).status).toBe(200);
  });

  test("an account allows a hundred wrong tries from many addresses, not counting places where its owner has signed in", async () => {
    const { email } = await signUp(app);
    const answers = await guess(130, email, (index) => `198.18.77.${index}`);
    expect(counted(answers, 401)).toBe(100);
    expect(counted(answers, 429)).toBe(30);
    expect((await login(email, password, { from: "198.18.78.1" })).status).toBe(429);
    const home = await login(email, password);
    expect(home.status).toBe(200);
    expect((await login(email, password, { from: "198.18.78.1", cookie: markOf(home) })).status).toBe(200);
  });

  test("a browser in which the owner has signed in still works after others at its address have used up every try", async () => {
    const { email } = await signUp(app);
    const from = "203.0.113.80";
    const cookie = markOf(await login(email, password, { from }));
    expect(cookie).toMatch(/^cairn_browser=[\w-]{43}$/);
    await guess(10, email, () => from);
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => login(`nobody-${index}@example.test`, wrong, { from })),
    );
    expect((await login(email, password, { from })).status).toBe(429);
    expect((await login(email, password, { from, cookie })).status).toBe(200);
  });

  test("a browser that an account knows gets ten wrong tries as well, and only for that account", async () => {
    const [one, other] = [await signUp(app), await signUp(app)];
    const cookie = markOf(await login(one.email, password, { from: "203.0.113.81" }));
    const tries = Array.from({ length: 12 }, () => login(one.email, wrong, { from: "203.0.113.82", cookie }));
    expect(counted(await Promise.all(tries), 401)).toBe(10);
    const elsewhere = Array.from({ length: 12 }, () =>
      login(other.email, wrong, { from: "203.0.113.83", cookie }),
    );
    expect(counted(await Promise.all(elsewhere), 401)).toBe(10);
    expect((await login(other.email, password, { from: "203.0.113.83", cookie })).status).toBe(429);
  });

  test("the places of an account's sign-ins are never stored in clear, and are deleted with all its sessions", async () => {
    const { email, user_id } = await signUp(app);
    await login(email, password, { from: "203.0.113.84" });
    const placesOf = () => app.db.query.select().from(knownPlaces).where(eq(knownPlaces.userId, user_id));
    const places = await placesOf();
    expect(places.length).toBeGreaterThanOrEqual(4);
    expect(places.map(({ place }) => place.toString("latin1")).join()).not.toContain("203.0.113");
    const plain = createHash("sha256").update("203.0.113.84").digest();
    expect(places.some(({ place }) => place.equals(plain))).toBe(false);
    const admin = await signUp(app, "Admin");
    await app.db.query.update(users).set({ verifiedAt: new Date() }).where(eq(users.id, admin.user_id));
    const body = { active: false };
    expect(
      (await app.call("PATCH", `/admin/users/${user_id}`, { token: admin.access_token, body })).status,
    ).toBe(200);
    expect(await placesOf()).toEqual([]);
  });

  test("a wrong password is logged with the address and without the email, in the same way each time for one account", async () => {
    const { email } = await signUp(app);
    lines.length = 0;
    const fail = (account: string) =>
      app.call("POST", "/auth/login", { body: { email: account, password: wrong }, from: "203.0.113.85" });
    for (const account of [email, email.toUpperCase(), "nobody@example.test"]) await fail(account);
    await app.call("POST", "/auth/login", { body: { email, password } });
    const failures = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "login_failed");
    expect(failures).toHaveLength(3);
    for (const { address, account } of failures) {
      expect(address).toBe("203.0.113.85");
      expect(account).toMatch(/^[\w-]{22}$/);
    }
    expect(failures[1].account).toBe(failures[0].account);
    expect(failures[2].account).not.toBe(failures[0].account);
    expect(lines.join("").toLowerCase()).not.toContain(email);
  });

  test("many sign-ins from one address hardly hold up one from another", async () => {
    const { email } = await signUp(app);
    let answered = 0;
    const many = Array.from({ length: 60 }, async (_, index) => {
      await login(`nobody-here-${index}@example.test`, password, { from: "203.0.113.91" });
      answered += 1;
    });
    await Promise.race(many);
    const before = answered;
    expect((await login(email, password, { from: "203.0.113.92" })).status).toBe(200);
    expect(answered - before).toBeLessThan(10);
    await Promise.all(many);
  });

  test("an address gets a hundred failures, and successes do not count", async () => {
    const member = await signUp(app);
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

describe("many registrations", () => {
  test("from one address are limited to the configured number an hour, and the next has to wait", async () => {
    const own = await buildTestApp({ registrationsPerHour: 5 });
    const register = (from: string) => own.call("POST", "/auth/register", { body: registration(), from });
    const from = "203.0.113.90";
    const taken = registration();
    await own.call("POST", "/auth/register", { body: taken, from: "203.0.113.91" });
    for (let count = 0; count < 6; count += 1) {
      expect((await own.call("POST", "/auth/register", { body: taken, from })).status).toBe(409);
    }
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(from)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(50 * 60);
    expect((await register("203.0.113.92")).status).toBe(201);
    await own.close();
  });
});

describe("a session", () => {
  test("has an access token of fifteen minutes and a refresh token that does not rotate", async () => {
    const member = await signUp(app);
    app.passTime(15 * minute + 1000);
    const late = await app.call("GET", "/auth/me", { token: member.access_token });
    expect(late.status).toBe(401);
    expect(late.body.error).toBe("Session expired. Please log in again.");
    for (let count = 0; count < 2; count += 1) {
      const refreshed = await app.call("POST", "/auth/refresh", { token: member.refresh_token });
      expect(refreshed.status).toBe(200);
      expect(Object.keys(refreshed.body)).toEqual(["access_token"]);
      expect((await app.call("GET", "/auth/me", { token: refreshed.body.access_token })).status).toBe(200);
    }
  });

  test("expires after fourteen idle days, and after thirty days in any case", async () => {
    const idle = await signUp(app);
    const busy = await signUp(app);
    const refresh = (token: string) => app.call("POST", "/auth/refresh", { token });
    app.passTime(13 * day);
    expect((await refresh(busy.refresh_token)).status).toBe(200);
    app.passTime(1.5 * day);
    expect((await refresh(idle.refresh_token)).status).toBe(401);
    expect((await refresh(busy.refresh_token)).status).toBe(200);
    app.passTime(12 * day);
    expect((await refresh(busy.refresh_token)).status).toBe(200);
    app.passTime(4 * day);
    expect((await refresh(busy.refresh_token)).status).toBe(401);
  });

  test("refreshes with an empty JSON body, as the spec sends it", async () => {
    const member = await signUp(app);
    const answer = await app.call("POST", "/auth/refresh", {
      token: member.refresh_token,
      headers: { "content-type": "application/json" },
      body: "",
    });
    expect(answer.status).toBe(200);
  });

  test("ten parallel refreshes all get a working token", async () => {
    const member = await signUp(app);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.call("POST", "/auth/refresh", { token: member.refresh_token })),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((await app.call("GET", "/auth/me", { token: body.access_token })).status).toBe(200);
    }
  });

  test("still refreshes after its address has used up its hundred tries of unknown refresh tokens", async () => {
    const member = await signUp(app);
    const from = "203.0.113.95";
    const refresh = (token: string) => app.call("POST", "/auth/refresh", { token, from });
    const answers = await Promise.all(Array.from({ length: 110 }, (_, index) => refresh(`made-up-${index}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await refresh(member.refresh_token)).status).toBe(200);
  });

  test("ends at logout with all its tokens, and only that session", async () => {
    const member = await signUp(app);
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
});
