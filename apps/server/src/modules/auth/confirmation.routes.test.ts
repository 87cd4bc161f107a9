import { screens } from "@cairn/contract";
import { buildTestApp, password, registration, signUp, type TestApp } from "@tests/support/server/app.ts";
import { forge } from "@tests/support/server/forge.ts";
import { codeIn, lastMailTo, mailsTo, tokenIn } from "@tests/support/server/mails.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountLinks, jobs, mails, users } from "../../db/schema.ts";

const day = 24 * 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    adminEmails: [
      "head@example.test",
      "deputy@example.test",
      "hijacked@example.test",
      "revoked@example.test",
    ],
  });
});
afterAll(() => app.close());

const confirm = (
  token: string,
  { secret, ...who }: { secret?: string; token?: string; from?: string } = {},
) =>
  app.call("POST", "/auth/confirm-email", {
    body: { token, ...(secret !== undefined && { password: secret }) },
    ...who,
  });
/** As most people do: on the device where they have registered. */
const confirmAs = async ({ email, access_token: token }: { email: string; access_token: string }) =>
  confirm(await tokenFor(email), { token });
const tokenFor = async (email: string) => tokenIn(await lastMailTo(app, email), screens.confirmEmail);
const accountOf = async (email: string) => {
  const [row] = await app.db.query.select().from(users).where(eq(users.email, email));
  if (!row) throw new Error(`no account ${email}`);
  return row;
};
async function register(facts: Record<string, unknown>) {
  const answer = await app.call("POST", "/auth/register", { body: registration(facts) });
  expect(answer.status).toBe(201);
  return { ...answer.body, email: facts.email };
}
const overview = (token: string) => app.call("GET", "/admin/overview", { token });

describe("the link that confirms an email", () => {
  test("is mailed at registration, once, and confirms the email", async () => {
    const member = await signUp(app);
    const mail = await lastMailTo(app, member.email);
    expect(mail.subject).toBe("Confirm your email address");
    expect(await mailsTo(app, member.email)).toHaveLength(1);
    expect((await accountOf(member.email)).emailConfirmedAt).toBeNull();
    expect(await confirm(tokenIn(mail, screens.confirmEmail), { token: member.access_token })).toMatchObject({
      status: 200,
      body: { message: "Your email is confirmed." },
    });
    expect((await accountOf(member.email)).emailConfirmedAt).not.toBeNull();
    expect((await app.call("GET", "/auth/me", { token: member.access_token })).status).toBe(200);
  });

  test("is mailed in the turn of the address that caused it, of which a keyed hash is stored until then", async () => {
    const from = "192.0.2.77";
    const accounts = [registration(), registration()];
    const sendersOf = async () => {
      const waiting = await app.db.query
        .select({ recipient: mails.recipient, sender: jobs.sender })
        .from(jobs)
        .innerJoin(mails, sql`${jobs.kind} = 'mail' and ${mails.id} = ${jobs.key}::bigint`);
      return waiting.flatMap(({ recipient, sender }) =>
        accounts.some(({ email }) => email === recipient) ? [sender] : [],
      );
    };
    for (const body of accounts) {
      const { access_token: token } = (await app.call("POST", "/auth/register", { body, from })).body;
      await app.call("POST", "/auth/request-confirmation", { token, from });
    }
    const waiting = await sendersOf();
    expect(waiting).toHaveLength(4);
    expect(new Set(waiting)).toEqual(new Set([expect.stringMatching(/^address [\w-]{43}$/)]));
    expect(new Set(waiting).size).toBe(1);
    await app.jobs.runDue("reset", "mail");
    expect(await sendersOf()).toEqual([]);
  });

  test("is mailed to any address that can be registered", async () => {
    const email = `${"very-long.".repeat(15)}o'neil+tag@mail.example.test`;
    await register({ email });
    expect((await confirm(await tokenFor(email))).status).toBe(200);
  });

  test("works once", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    expect((await confirm(` ${token}\n`, { token: member.access_token })).status).toBe(200);
    const confirmed = await accountOf(member.email);
    app.passTime(1000);
    for (const who of [{ token: member.access_token }, { secret: password }, {}]) {
      expect((await confirm(token, who)).body.code).toBe("link_invalid");
    }
    expect(await accountOf(member.email)).toEqual(confirmed);
  });

  test("works for one of fifty concurrent presses of its button", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirm(token, { from: "203.0.113.63" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "link_invalid")).toHaveLength(49);
    expect((await mailsTo(app, member.email)).map(({ subject }) => subject)).toEqual([
      "Confirm your email address",
      "You claimed your Cairn account",
    ]);
  });

  test("does nothing for a deactivated account", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, member.user_id));
    expect((await confirm(token)).body.code).toBe("link_invalid");
    expect((await accountOf(member.email)).passwordHash).not.toBeNull();
  });

  test("is stored only as a hash once it is sent", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    const [link] = await app.db.query
      .select()
      .from(accountLinks)
      .where(eq(accountLinks.userId, member.user_id));
    expect(link?.tokenHash.toString("base64url")).not.toBe(token);
    const [mail] = await app.db.query.select().from(mails).where(eq(mails.recipient, member.email));
    expect(mail?.sealedText).toBeNull();
  });

  test("comes in a mail without any text typed at registration", async () => {
    const name = "Win a prize at http://evil.example";
    const member = await register({ email: "victim@example.test", name });
    const { text } = await lastMailTo(app, member.email);
    expect(text).not.toContain("evil.example");
  });

  test.each([
    ["made up", () => "A".repeat(43)],
    ["with a letter changed", forge],
  ])("does nothing when it is %s", async (_case, change) => {
    const member = await signUp(app);
    const answer = await confirm(change(await tokenFor(member.email)));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "link_invalid", error: "This link is no longer valid." },
    });
    expect((await accountOf(member.email)).emailConfirmedAt).toBeNull();
  });

  test("does nothing once the account has another email", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    const moved = `moved-${member.user_id}@example.test`;
    await app.db.query.update(users).set({ email: moved }).where(eq(users.id, member.user_id));
    expect((await confirm(token, { token: member.access_token })).status).toBe(400);
    expect((await accountOf(moved)).emailConfirmedAt).toBeNull();
  });
});

describe("opening the page of the link", () => {
  const check = (token: string, who: { token?: string; from?: string } = {}) =>
    app.call("POST", "/auth/check-confirmation", { body: { token }, ...who });

  test("shows which account it is for and changes nothing, even when repeated", async () => {
    const [member, other] = [await signUp(app), await signUp(app)];
    const token = await tokenFor(member.email);
    const before = await accountOf(member.email);
    const found = { email: member.email, has_password: true };
    expect((await check(token)).body).toEqual({ ...found, own: false });
    expect((await check(token, { token: other.access_token })).body).toEqual({ ...found, own: false });
    const own = await check(token, { token: member.access_token });
    expect(own).toMatchObject({ status: 200, body: { ...found, own: true } });
    expect(own.headers["cache-control"]).toBe("no-store");
    expect(await accountOf(member.email)).toEqual(before);
    expect((await confirm(token, { token: member.access_token })).status).toBe(200);
    expect((await check(token)).body.code).toBe("link_invalid");
  });

  test("by GET confirms nothing, at the root and under /api", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    for (const path of ["/confirm-email", "/auth/confirm-email", "/api/auth/confirm-email"]) {
      await app.call("GET", `${path}?token=${token}`, { token: member.access_token });
    }
    expect((await accountOf(member.email)).emailConfirmedAt).toBeNull();
    expect((await check(token)).status).toBe(200);
  });
});

describe("pressing the button of the link", () => {
  const login = (email: string, secret: string) =>
    app.call("POST", "/auth/login", { body: { email, password: secret } });
  const isLiving = async (session: { access_token: string; refresh_token: string }) => [
    (await app.call("GET", "/auth/me", { token: session.access_token })).status,
    (await app.call("POST", "/auth/refresh", { token: session.refresh_token })).status,
  ];

  test("with the account's password confirms the email and keeps its sessions", async () => {
    const member = await signUp(app);
    expect((await confirm(await tokenFor(member.email), { secret: password })).status).toBe(200);
    expect((await accountOf(member.email)).emailConfirmedAt).not.toBeNull();
    expect(await isLiving(member)).toEqual([200, 200]);
    expect((await login(member.email, password)).status).toBe(200);
  });

  test("with a wrong password changes nothing and may be repeated", async () => {
    const member = await signUp(app);
    const token = await tokenFor(member.email);
    for (const secret of ["not the password", ""]) {
      expect(await confirm(token, { secret })).toMatchObject({
        status: 400,
        body: { details: [{ field: "password", problem: "This is not the password of this account." }] },
      });
    }
    expect((await accountOf(member.email)).emailConfirmedAt).toBeNull();
    expect(await isLiving(member)).toEqual([200, 200]);
    expect((await confirm(token, { secret: password })).status).toBe(200);
  });

  test.each([
    ["with nothing", async () => ({})],
    ["signed in to another account", async () => ({ token: (await signUp(app)).access_token })],
  ])(
    "%s takes over the account as the mailbox's owner: its password, sessions and links are gone",
    async (_case, who) => {
      const stranger = await signUp(app);
      const twice = await app.call("POST", "/auth/request-confirmation", { token: stranger.access_token });
      expect(twice.status).toBe(200);
      const [first] = await mailsTo(app, stranger.email);
      if (!first) throw new Error("no mail");
      const answer = await confirm(await tokenFor(stranger.email), await who());
      expect(answer.status).toBe(200);
      expect(answer.body.message).toContain("password, signed everyone out");
      expect(await isLiving(stranger)).toEqual([401, 401]);
      expect((await login(stranger.email, password)).status).toBe(401);
      expect((await confirm(tokenIn(first, screens.confirmEmail), { secret: password })).status).toBe(400);
      expect(await accountOf(stranger.email)).toMatchObject({
        passwordHash: null,
        emailConfirmedAt: expect.any(Date),
      });

      const mail = await lastMailTo(app, stranger.email);
      expect(mail.subject).toBe("You claimed your Cairn account");
      const chosen = "stone on stone on stone";
      const code = tokenIn(mail, screens.newPassword);
      const set = { code, new_password: chosen, confirm_password: chosen };
      expect((await app.call("POST", "/auth/reset-password", { body: set })).status).toBe(200);
      expect((await login(stranger.email, chosen)).status).toBe(200);
    },
  );
});

describe("asking for the link again", () => {
  const ask = (token?: string) =>
    app.call("POST", "/auth/request-confirmation", token === undefined ? {} : { token });

  test("mails another one; either works, but only one of them, once", async () => {
    const member = await signUp(app);
    expect(await ask(member.access_token)).toMatchObject({
      status: 200,
      body: { message: "We sent you a link." },
    });
    const sent = await mailsTo(app, member.email);
    const tokens = sent.map((mail) => tokenIn(mail, screens.confirmEmail));
    expect(new Set(tokens).size).toBe(2);
    const answers = [];
    for (const token of tokens.toReversed()) {
      answers.push((await confirm(token, { token: member.access_token })).status);
    }
    expect(answers).toEqual([200, 400]);
  });

  test("mails nothing when the email is already confirmed", async () => {
    const member = await signUp(app);
    await confirmAs(member);
    expect((await ask(member.access_token)).body.message).toBe("Your email is already confirmed.");
    expect(await mailsTo(app, member.email)).toHaveLength(1);
  });
});

describe("an email of ADMIN_EMAILS", () => {
  test("gives no grant when it is merely typed in, and the admin's grant once it is confirmed", async () => {
    const head = await register({ email: "head@example.test", role: "Admin" });
    expect((await overview(head.access_token)).status).toBe(403);
    const mail = await lastMailTo(app, "head@example.test");
    expect(mail.text).toContain("the account becomes an admin");
    await confirm(tokenIn(mail, screens.confirmEmail), { token: head.access_token });
    expect((await overview(head.access_token)).status).toBe(200);
    expect((await app.call("GET", "/auth/me", { token: head.access_token })).body.verified).toBe(true);
    const { body } = await app.call("GET", "/admin/activity", { token: head.access_token });
    expect(body.items[0]).toMatchObject({ kind: "userVerified", subject_id: head.user_id });
  });

  test("that a stranger registers first gives the stranger nothing, and its owner the grant", async () => {
    const email = "hijacked@example.test";
    const stranger = await register({ email, role: "Admin" });
    expect((await confirm(await tokenFor(email))).status).toBe(200);
    expect((await overview(stranger.access_token)).status).toBe(401);
    const login = { email, password };
    expect((await app.call("POST", "/auth/login", { body: login })).status).toBe(401);

    const chosen = "the password of the head";
    const code = tokenIn(await lastMailTo(app, email), screens.newPassword);
    const set = { code, new_password: chosen, confirm_password: chosen };
    expect((await app.call("POST", "/auth/reset-password", { body: set })).status).toBe(200);
    const head = await app.call("POST", "/auth/login", { body: { email, password: chosen } });
    expect((await overview(head.body.access_token)).status).toBe(200);
  });

  test("whose grant was revoked gets it back only by an admin's decision", async () => {
    const email = "revoked@example.test";
    const admin = await signUp(app, "Admin");
    await app.db.query.update(users).set({ verifiedAt: new Date() }).where(eq(users.id, admin.user_id));
    const change = (verified: boolean, id: number) =>
      app.call("PATCH", `/admin/users/${id}`, { token: admin.access_token, body: { verified } });
    const revoked = await register({ email, role: "Admin" });
    const used = await tokenFor(email);
    await confirm(used, { token: revoked.access_token });
    expect((await change(false, revoked.user_id)).body.verified).toBe(false);
    const isVerified = async () => (await accountOf(email)).verifiedAt !== null;

    expect((await confirm(used, { token: revoked.access_token })).status).toBe(400);
    expect(await isVerified()).toBe(false);

    // As after an upgrade from a version that did not confirm by reset, or by hand in the database.
    await app.db.query.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, revoked.user_id));
    await app.call("POST", "/auth/request-confirmation", { token: revoked.access_token });
    expect((await confirm(await tokenFor(email), { token: revoked.access_token })).status).toBe(200);
    expect(await isVerified()).toBe(false);

    await app.db.query.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, revoked.user_id));
    await app.call("POST", "/auth/request-password-reset", { body: { identifier: email } });
    const code = codeIn(await lastMailTo(app, email));
    await app.call("POST", "/auth/verify-reset-code", { body: { email, code } });
    const set = { code, new_password: "another stone here", confirm_password: "another stone here" };
    expect((await app.call("POST", "/auth/reset-password", { body: set })).status).toBe(200);
    expect((await accountOf(email)).emailConfirmedAt).not.toBeNull();
    expect(await isVerified()).toBe(false);

    const again = await buildTestApp({ adminEmails: [email] }, null, { db: app.db });
    await again.http.close();
    expect(await isVerified()).toBe(false);

    expect((await change(true, revoked.user_id)).body.verified).toBe(true);
  });

  test("gives nothing to another role", async () => {
    const deputy = await register({ email: "deputy@example.test", role: "User" });
    await confirm(await tokenFor("deputy@example.test"), { token: deputy.access_token });
    expect((await overview(deputy.access_token)).status).toBe(403);
  });
});

describe("an account that an admin opens", () => {
  let admin: string;
  beforeAll(async () => {
    const { access_token, user_id } = await signUp(app, "Admin");
    await app.db.query.update(users).set({ verifiedAt: new Date() }).where(eq(users.id, user_id));
    admin = access_token;
  });
  const open = (body: unknown) => app.call("POST", "/admin/users", { token: admin, body });
  const setPassword = (code: string, chosen = "stone on stone on stone", from = "203.0.113.64") =>
    app.call("POST", "/auth/reset-password", {
      body: { code, new_password: chosen, confirm_password: chosen },
      from,
    });
  const login = (email: string, secret: string) =>
    app.call("POST", "/auth/login", { body: { email, password: secret } });

  test("without a password is opened by the mailed link, once, and its email is confirmed by that", async () => {
    const email = "invited@example.test";
    expect((await open({ name: "Invited", email, role: "TechWriter" })).body.has_password).toBe(false);
    const mail = await lastMailTo(app, email);
    expect(mail.subject).toBe("You have a Cairn account");
    const token = tokenIn(mail, screens.newPassword);
    expect((await setPassword(token)).status).toBe(200);
    expect((await login(email, "stone on stone on stone")).status).toBe(200);
    expect((await accountOf(email)).emailConfirmedAt).not.toBeNull();
    expect(await setPassword(token, "another stone here")).toMatchObject({
      status: 400,
      body: { code: "code_invalid" },
    });
    expect((await login(email, "stone on stone on stone")).status).toBe(200);
  });

  test("fifty concurrent uses of the link set one password", async () => {
    const email = "crowded@example.test";
    await open({ name: "Crowded", email, role: "User" });
    const token = tokenIn(await lastMailTo(app, email), screens.newPassword);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => setPassword(token, `stone number ${index}`, "203.0.113.65")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      "You have a Cairn account",
      "Your password was changed",
    ]);
  });

  test("with a password is asked to confirm its email", async () => {
    await open({ name: "Given", email: "given@example.test", role: "User", password: "a long enough one" });
    expect((await confirm(await tokenFor("given@example.test"))).status).toBe(200);
  });

  test("mails nothing when its email is already taken", async () => {
    const member = await signUp(app);
    const before = (await mailsTo(app, member.email)).length;
    expect((await open({ name: "Again", email: member.email, role: "User" })).status).toBe(409);
    expect(await mailsTo(app, member.email)).toHaveLength(before);
  });

  test("a link stops working when the account gets another email, and the new email gets a link", async () => {
    const { body } = await open({ name: "Wrong", email: "wrnog@example.test", role: "User" });
    const token = tokenIn(await lastMailTo(app, "wrnog@example.test"), screens.newPassword);
    await app.call("PATCH", `/admin/users/${body.id}`, {
      token: admin,
      body: { email: "wrong@example.test" },
    });
    expect((await setPassword(token)).status).toBe(400);
    expect((await confirm(await tokenFor("wrong@example.test"))).status).toBe(200);
  });
});

test("the link is valid for seven days, and then deleted", async () => {
  const member = await signUp(app);
  const token = await tokenFor(member.email);
  app.passTime(7 * day + 1000);
  expect((await confirm(token)).body.code).toBe("link_invalid");
  await app.sweep();
  expect(await app.db.query.select().from(accountLinks)).toEqual([]);
});

test("an email that was confirmed before it is listed gives the grant at the next start", async () => {
  const [early, stranger] = [await signUp(app, "Admin"), await signUp(app, "Admin")];
  await confirmAs(early);
  await app.http.close();
  app = await buildTestApp({ adminEmails: [early.email, stranger.email] }, null, { db: app.db });
  const isVerified = async (email: string) => (await accountOf(email)).verifiedAt !== null;
  expect(await isVerified(early.email)).toBe(true);
  expect(await isVerified(stranger.email)).toBe(false);
});
