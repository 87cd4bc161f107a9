import { createHash } from "node:crypto";
import { screens } from "@cairn/contract";
import { type Answer, buildTestApp, password, signUp, type TestApp } from "@tests/support/server/app.ts";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { forge } from "@tests/support/server/forge.ts";
import { codeIn, lastMailTo, mailsTo, type ReadMail, tokenIn } from "@tests/support/server/mails.ts";
import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mails, resetCodes, users } from "../../db/schema.ts";

const minute = 60_000;
const newPassword = "stone on stone on stone";
const home = "198.51.100.7";
const elsewhere = "203.0.113.9";

/** Without limits, for guesses by the dozen. */
let app: TestApp;
/** With limits, behind https, and watched: what it asks of the database, and what it logs. */
let strict: TestApp;
const asked: string[] = [];
const logged: string[] = [];
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  strict = await buildTestApp({ publicUrl: "https://cairn.test" }, null, {
    db: watched(await openTestDatabase(), asked),
    log: pino({ level: "trace" }, { write: (line: string) => logged.push(line) }),
  });
});
afterAll(async () => {
  await app.close();
  await strict.close();
});

/** Notes every statement that is not part of a transaction, and every transaction. */
function watched(db: TestDatabase, work: string[]): TestDatabase {
  const query = new Proxy(db.query, {
    get(target, verb) {
      work.push(String(verb));
      return bound(target, verb);
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === "query") return query;
      if (name === "transaction") work.push("transaction");
      return bound(target, name);
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target);
  return typeof value === "function" ? value.bind(target) : value;
}

const request = (identifier: unknown, on = app, from = home, cookie = "") =>
  on.call("POST", "/auth/request-password-reset", { body: { identifier }, from, headers: { cookie } });
const verify = (email: string, code: string, from = home, on = app, cookie = "") =>
  on.call("POST", "/auth/verify-reset-code", { body: { email, code }, from, headers: { cookie } });
const reset = (
  code: string,
  facts: { from?: string; cookie?: string; chosen?: string; confirmed?: string } = {},
) => {
  const { from = home, cookie, chosen = newPassword, confirmed = chosen } = facts;
  return app.call("POST", "/auth/reset-password", {
    body: { code, new_password: chosen, confirm_password: confirmed },
    headers: cookie === undefined ? {} : { cookie },
    from,
  });
};
const login = (email: string, secret: string) =>
  app.call("POST", "/auth/login", { body: { email, password: secret } });
const cookieOf = (answer: Answer) => String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "";

/** A member with a code in the mailbox. */
async function forgetful(on = app) {
  const member = await signUp(on);
  expect((await request(member.email, on)).status).toBe(200);
  return { ...member, code: codeIn(await lastMailTo(on, member.email)) };
}
/** The wrong tries of each of an account's codes. */
const triesOf = async (userId: number) => {
  const rows = await app.db.query.select().from(resetCodes).where(eq(resetCodes.userId, userId));
  return rows.map(({ wrongTries }) => wrongTries);
};
const refused = { status: 400, body: { error: "Invalid or expired code. Please try again." } };

describe("asking for a code", () => {
  test("mails six symbols of an alphabet without look-alikes to the account's address", async () => {
    const { email, code } = await forgetful();
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    const mail = await lastMailTo(app, email);
    expect(mail.subject).not.toContain(code);
    expect(mail.text).toContain("10 minutes");
    const [row] = await app.db.query.select().from(mails).where(eq(mails.recipient, email));
    expect(row?.sealedText).toBeNull();
  });

  test("accepts the email with surrounding spaces and in capitals", async () => {
    const member = await signUp(app);
    await request(`  ${member.email.toUpperCase()} `);
    expect((await lastMailTo(app, member.email)).subject).toBe("Your code to reset your password");
  });

  test("answers an unknown, a known and a deactivated email alike, after the same amount of work", async () => {
    const [known, deactivated] = [await signUp(strict), await signUp(strict)];
    const { user_id } = deactivated;
    await strict.db.query.update(users).set({ active: false }).where(eq(users.id, user_id));
    const ask = async (email: string) => {
      asked.length = 0;
      logged.length = 0;
      const { status, body, headers } = await request(email, strict);
      const work = [...asked];
      const lines = logged.map((line) => JSON.parse(line).msg);
      const { "x-request-id": _id, date: _date, "set-cookie": mark, ...rest } = headers;
      expect(mark).toMatch(
        /^__Host-cairn_browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
      );
      return { outside: { status, body, headers: rest, work, lines }, sent: await mailsTo(strict, email) };
    };
    const [first, second, third] = [
      await ask("nobody@example.test"),
      await ask(known.email),
      await ask(deactivated.email),
    ];
    expect(first.outside.work).toEqual(["select", "insert", "execute"]);
    expect(second.outside).toEqual(first.outside);
    expect(third.outside).toEqual(first.outside);
    const subjects = (mails: ReadMail[]) => mails.map(({ subject }) => subject);
    expect(subjects(first.sent)).toEqual([]);
    expect(subjects(second.sent)).toEqual(["Confirm your email address", "Your code to reset your password"]);
    expect(subjects(third.sent)).toEqual(["Confirm your email address"]);
  });

  test.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["spaces", "   "],
    ["a name", "amina"],
    ["two addresses", "amina@example.test, eve@example.test"],
    ["a header", "a@b.test\r\nBcc: eve@example.test"],
  ])("for %s is refused in the format that the screen reads", async (_case, identifier) => {
    const answer = await request(identifier);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual({ identifier: [expect.any(String)] });
    expect(Object.keys(answer.body).sort()).toEqual(["code", "details", "error", "request_id"]);
  });

  test("is limited to six an hour for one email from one address, known or not, and to sixty for an address", async () => {
    const member = await signUp(strict);
    const before = (await mailsTo(strict, member.email)).length;
    for (const email of [member.email, "nobody-else@example.test"]) {
      const answers = await Promise.all(
        Array.from({ length: 7 }, () => request(email, strict, "203.0.113.60")),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
      const limited = answers.find(({ status }) => status === 429);
      expect(limited?.body.error).toEqual(expect.any(String));
      expect(Number(limited?.headers["retry-after"])).toBeGreaterThan(3500);
    }
    expect(await mailsTo(strict, member.email)).toHaveLength(before + 6);
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, index) => request(`nobody-${index}@example.test`, strict, elsewhere)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("by strangers sends an account at most twenty mails an hour, and its owner still gets one", async () => {
    const member = await signUp(strict);
    const ask = (email: string) =>
      Promise.all(Array.from({ length: 30 }, (_, index) => request(email, strict, `198.18.5.${index}`)));
    const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
    const known = await ask(member.email);
    expect(known.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(statuses(await ask("nobody-at-all@example.test"))).toEqual(statuses(known));
    expect((await request(member.email, strict, "198.18.6.1")).status).toBe(429);
    expect((await request(member.email, strict, home)).status).toBe(200);
  });

  test("still works in a browser in which the owner has signed in after others at its address used up the limit", async () => {
    const member = await signUp(strict);
    const from = "203.0.113.61";
    const login = await strict.call("POST", "/auth/login", { body: { email: member.email, password }, from });
    for (let count = 0; count < 6; count += 1) await request(member.email, strict, from);
    for (let count = 0; count < 60; count += 1) await request(`nobody-${count}@school.test`, strict, from);
    expect((await request(member.email, strict, from)).status).toBe(429);
    expect((await request(member.email, strict, from, cookieOf(login))).status).toBe(200);
  });
});

describe("a code", () => {
  test("sets a password once it is verified, ends all sessions, and sends a notice by mail", async () => {
    const { email, code, access_token, refresh_token } = await forgetful();
    expect((await verify(email, code)).status).toBe(200);
    expect((await reset(code)).status).toBe(200);
    expect((await login(email, newPassword)).status).toBe(200);
    expect((await login(email, password)).status).toBe(401);
    expect((await app.call("GET", "/auth/me", { token: access_token })).status).toBe(401);
    expect((await app.call("POST", "/auth/refresh", { token: refresh_token })).status).toBe(401);
    expect((await lastMailTo(app, email)).subject).toBe("Your password was changed");
    const [row] = await app.db.query.select().from(users).where(eq(users.email, email));
    expect(row?.emailConfirmedAt).not.toBeNull();
  });

  test("is accepted in lower case and with spaces around or inside it, for both verification and reset", async () => {
    const { email, code } = await forgetful();
    const typed = ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3).toLowerCase()}\n`;
    expect((await verify(` ${email.toUpperCase()}`, typed)).status).toBe(400);
    expect((await verify(email.toUpperCase(), typed)).status).toBe(200);
    expect((await reset(typed)).status).toBe(200);
  });

  test("works once", async () => {
    const { email, code } = await forgetful();
    await verify(email, code);
    await reset(code);
    expect(await reset(code, { chosen: "another stone here" })).toMatchObject(refused);
    expect(await verify(email, code)).toMatchObject(refused);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  test("cannot set a password before it is verified", async () => {
    const { email, code } = await forgetful();
    expect(await reset(code)).toMatchObject(refused);
    expect((await login(email, password)).status).toBe(200);
  });

  test("that was verified works only from the same address, or from the same browser at any address", async () => {
    const { email, code } = await forgetful();
    const verified = await verify(email, code);
    expect(await reset(code, { from: elsewhere })).toMatchObject(refused);
    expect(await reset(code, { from: elsewhere, cookie: "cairn_reset=made-up" })).toMatchObject(refused);
    const cookie = `theme=dark; ${cookieOf(verified)}; other=1`;
    expect((await reset(code, { from: elsewhere, cookie })).status).toBe(200);
  });

  test("may be verified again, since an answer may have been lost", async () => {
    const { email, code } = await forgetful();
    expect((await verify(email, code)).status).toBe(200);
    expect((await verify(email, code)).status).toBe(200);
    expect((await reset(code)).status).toBe(200);
  });

  test("becomes invalid after five wrong tries, verified or not", async () => {
    const { email, code } = await forgetful();
    for (let count = 0; count < 4; count += 1) await verify(email, forge(code));
    expect((await verify(email, code)).status).toBe(200);
    expect(await verify(email, forge(code))).toMatchObject(refused);
    expect(await verify(email, code)).toMatchObject(refused);
    expect(await reset(code)).toMatchObject(refused);
  });

  test("may be tried only by the browser or address that asked for it: a stranger's guesses do not count", async () => {
    const { email, code, user_id } = await forgetful();
    for (let count = 0; count < 10; count += 1) {
      expect(await verify(email, forge(code), elsewhere)).toMatchObject(refused);
    }
    expect(await verify(email, code, elsewhere)).toMatchObject(refused);
    expect(await triesOf(user_id)).toEqual([0]);
    expect((await verify(email, code)).status).toBe(200);
    expect((await reset(code)).status).toBe(200);
  });

  test("may be verified at another address in the browser that asked for it", async () => {
    const { email } = await signUp(app);
    const cookie = cookieOf(await request(email));
    const code = codeIn(await lastMailTo(app, email));
    expect((await verify(email, code, elsewhere, app, cookie)).status).toBe(200);
  });

  test("that a marked browser asked for cannot be tried by anybody else at its address", async () => {
    const { email, user_id } = await signUp(app);
    const cookie = cookieOf(await request("nobody@example.test"));
    expect((await request(email, app, home, cookie)).status).toBe(200);
    const code = codeIn(await lastMailTo(app, email));
    for (let count = 0; count < 6; count += 1) await verify(email, forge(code));
    expect(await triesOf(user_id)).toEqual([0]);
    expect((await verify(email, code, home, app, cookie)).status).toBe(200);
  });

  test("stays valid when a stranger asks for another one, which is of no use to the stranger", async () => {
    const { email, code, user_id } = await forgetful();
    await request(email, app, elsewhere);
    const theirs = codeIn(await lastMailTo(app, email));
    expect(await verify(email, code, elsewhere)).toMatchObject(refused);
    for (let count = 0; count < 9; count += 1) await verify(email, forge(theirs), elsewhere);
    expect((await triesOf(user_id)).sort()).toEqual([0, 5]);
    expect((await verify(email, code)).status).toBe(200);
    expect((await reset(code)).status).toBe(200);
    expect(await triesOf(user_id)).toEqual([]);
  });

  test("is valid for ten minutes, and for ten more once verified", async () => {
    const late = await forgetful(strict);
    strict.passTime(10 * minute + 1000);
    expect(await verify(late.email, late.code, home, strict)).toMatchObject(refused);

    const member = await forgetful(strict);
    strict.passTime(9 * minute);
    expect((await verify(member.email, member.code, home, strict)).status).toBe(200);
    const body = { code: member.code, new_password: newPassword, confirm_password: newPassword };
    const kept = () => strict.db.query.select().from(resetCodes).where(eq(resetCodes.userId, member.user_id));
    await strict.sweep();
    expect(await kept()).toHaveLength(1);
    strict.passTime(10 * minute + 1000);
    expect(await strict.call("POST", "/auth/reset-password", { body })).toMatchObject(refused);
    strict.passTime(minute);
    await strict.sweep();
    expect(await kept()).toEqual([]);
  });

  test("is replaced by a newer one", async () => {
    const { email, code } = await forgetful();
    await verify(email, code);
    await request(email);
    const newer = codeIn(await lastMailTo(app, email));
    expect(await reset(code)).toMatchObject(refused);
    expect(await verify(email, code)).toMatchObject(refused);
    expect((await verify(email, newer)).status).toBe(200);
  });

  test("works only for the account that it was requested for", async () => {
    const [one, other] = [await forgetful(), await forgetful()];
    expect(await verify(other.email, one.code)).toMatchObject(refused);
    expect(await verify("nobody@example.test", one.code)).toMatchObject(refused);
  });

  test("becomes invalid when the account changes its email or its password or is deactivated", async () => {
    const [moved, gone, changed] = [await forgetful(), await forgetful(), await forgetful()];
    for (const { email, code } of [moved, gone, changed]) await verify(email, code);
    const change = (id: number, facts: Partial<typeof users.$inferInsert>) =>
      app.db.query.update(users).set(facts).where(eq(users.id, id));
    await change(moved.user_id, { email: "elsewhere@example.test" });
    await change(gone.user_id, { active: false });
    const profile = { token: changed.access_token, body: { password: "a third password" } };
    expect((await app.call("PATCH", "/profiles/me", profile)).status).toBe(200);
    for (const { code } of [moved, gone, changed]) expect(await reset(code)).toMatchObject(refused);
    expect((await lastMailTo(app, changed.email)).subject).toBe("Your password was changed");
  });

  test("is not stored in any form that could be tested offline, not even as its SHA-256", async () => {
    const { user_id, code } = await forgetful();
    const [row] = await app.db.query.select().from(resetCodes).where(eq(resetCodes.userId, user_id));
    expect(row?.codeHash.equals(createHash("sha256").update(code).digest())).toBe(false);
    expect(JSON.stringify(row)).not.toContain(code);
  });
});

describe("the new password", () => {
  test.each([
    ["that is confirmed with another one", { confirmed: "stone on stane" }, "Passwords do not match"],
    ["of seven characters", { chosen: "1234567" }, "The password must have at least 8 characters."],
    ["that everybody has", { chosen: "Password123" }, "This password is too common. Please choose another."],
  ])("%s is refused, and the code stays valid", async (_case, facts, error) => {
    const { email, code } = await forgetful();
    await verify(email, code);
    expect(await reset(code, facts)).toMatchObject({ status: 400, body: { error } });
    expect((await reset(code)).status).toBe(200);
  });

  test("of 129 characters is refused", async () => {
    const { email, code } = await forgetful();
    await verify(email, code);
    expect((await reset(code, { chosen: "x".repeat(129) })).status).toBe(400);
    expect((await reset(code, { chosen: "x".repeat(128) })).status).toBe(200);
  });
});

/** `npm run prove` asks for more. */
const repeats = Number(process.env.RESET_RACES ?? 1) - 1;

describe("fifty concurrent", { repeats }, () => {
  test("wrong guesses count as five: the right one comes too late", async () => {
    const { email, code, user_id } = await forgetful();
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(email, forge(code))));
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(await triesOf(user_id)).toEqual([5]);
    expect(await verify(email, code)).toMatchObject(refused);
  });

  test("guesses from other addresses do not count, even the right one", async () => {
    const { email, code, user_id } = await forgetful();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        verify(email, index % 2 ? code : forge(code), `203.0.113.${index}`),
      ),
    );
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(await triesOf(user_id)).toEqual([0]);
    expect((await verify(email, code)).status).toBe(200);
  });

  test("requests from one place leave one code, the newest", async () => {
    const { email, user_id } = await signUp(app);
    await Promise.all(Array.from({ length: 50 }, () => request(email)));
    const code = codeIn(await lastMailTo(app, email));
    expect(await triesOf(user_id)).toEqual([0]);
    expect((await verify(email, code)).status).toBe(200);
  });

  test("valid resets set one password", async () => {
    const { email, code } = await forgetful();
    await verify(email, code);
    const passwords = Array.from({ length: 50 }, (_, index) => `stone number ${index}`);
    const answers = await Promise.all(passwords.map((chosen) => reset(code, { chosen })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect((await login(email, winner)).status).toBe(200);
    expect((await mailsTo(app, email)).filter(({ subject }) => subject.includes("changed"))).toHaveLength(1);
  });
});

test("the browser that verified is marked by a cookie that scripts cannot read and other sites cannot send", async () => {
  const { email, code } = await forgetful();
  expect((await verify(email, code)).headers["set-cookie"]).toMatch(
    /^cairn_reset=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
  );
  const secured = await forgetful(strict);
  expect((await verify(secured.email, secured.code, home, strict)).headers["set-cookie"]).toMatch(
    /^__Host-cairn_reset=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
  );
});

test("a stranger who registers somebody's email first loses it to the owner of the mailbox", async () => {
  const stranger = await signUp(app, "Admin");
  await request(stranger.email);
  const code = codeIn(await lastMailTo(app, stranger.email));
  await verify(stranger.email, code);
  await reset(code);
  expect((await login(stranger.email, password)).status).toBe(401);
  expect((await app.call("GET", "/auth/me", { token: stranger.access_token })).status).toBe(401);
  expect((await app.call("POST", "/auth/refresh", { token: stranger.refresh_token })).status).toBe(401);
});

test("no code, no link and no password appears in the log", async () => {
  const { email, code } = await forgetful(strict);
  await verify(email, forge(code), home, strict);
  await verify(email, code, home, strict);
  const body = { code, new_password: newPassword, confirm_password: newPassword };
  expect((await strict.call("POST", "/auth/reset-password", { body })).status).toBe(200);
  const [first] = await mailsTo(strict, email);
  if (!first) throw new Error("no mail");
  const token = tokenIn(first, screens.confirmEmail);
  // The reset has confirmed the email, and used the link up by that.
  expect((await strict.call("POST", "/auth/confirm-email", { body: { token } })).status).toBe(400);
  const written = logged.join("");
  expect(written).toContain("/auth/confirm-email");
  for (const secret of [code, token, newPassword]) expect(written).not.toContain(secret);
});

test("an address gets sixty wrong tries in ten minutes, for codes and resets together", async () => {
  const { email, code } = await forgetful(strict);
  const wrong = Array.from({ length: 30 }, () => verify("nobody@example.test", "222222", elsewhere, strict));
  const body = { code: "222222", new_password: newPassword, confirm_password: newPassword };
  const resets = Array.from({ length: 31 }, () =>
    strict.call("POST", "/auth/reset-password", { body, from: elsewhere }),
  );
  const answers = await Promise.all([...wrong, ...resets]);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await verify(email, code, elsewhere, strict)).status).toBe(429);
  expect((await verify(email, code, home, strict)).status).toBe(200);
});

test("an answered request is completed by the next process", async () => {
  const member = await signUp(strict);
  await request(member.email, strict, "203.0.113.200");
  await strict.http.close();
  strict = await buildTestApp({}, null, { db: strict.db });
  // The first process's clock was ahead: what it added is due by then.
  strict.passTime(31 * minute);
  expect((await lastMailTo(strict, member.email)).subject).toBe("Your code to reset your password");
});
