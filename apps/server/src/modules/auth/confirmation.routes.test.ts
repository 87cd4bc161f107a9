import { screens } from "@cairn/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountLinks, mails, users } from "../../db/schema.ts";
import { buildTestApp, password, registerMember, registration, type TestApp } from "../../test/app.ts";
import { lastMailTo, mailsTo, tokenIn } from "../../test/mails.ts";

const day = 24 * 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ adminEmails: ["head@example.test", "deputy@example.test"] });
});
afterAll(() => app.close());

const confirm = (token: string, from?: string) =>
  app.call("POST", "/auth/confirm-email", { body: { token }, ...(from && { from }) });
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

describe("the link that confirms an e-mail", () => {
  test("is mailed at registration, once, and confirms the e-mail", async () => {
    const member = await registerMember(app);
    const mail = await lastMailTo(app, member.email);
    expect(mail.subject).toBe("Confirm your e-mail address");
    expect(await mailsTo(app, member.email)).toHaveLength(1);
    expect((await accountOf(member.email)).emailConfirmedAt).toBeNull();
    expect((await confirm(tokenIn(mail, screens.confirmEmail))).status).toBe(200);
    expect((await accountOf(member.email)).emailConfirmedAt).not.toBeNull();
  });

  test("is mailed to any address that can be registered", async () => {
    const email = `${"very-long.".repeat(15)}o'neil+tag@mail.example.test`;
    await register({ email });
    expect((await confirm(await tokenFor(email))).status).toBe(200);
  });

  test("opened again changes nothing", async () => {
    const member = await registerMember(app);
    const token = await tokenFor(member.email);
    await confirm(token);
    const { emailConfirmedAt } = await accountOf(member.email);
    app.passTime(1000);
    expect((await confirm(` ${token}\n`)).status).toBe(200);
    expect((await accountOf(member.email)).emailConfirmedAt).toEqual(emailConfirmedAt);
  });

  test("is nothing that signing in waits for", async () => {
    const member = await registerMember(app);
    const answer = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
    expect(answer.status).toBe(200);
  });

  test("is known to the database by its hash alone, once it is sent", async () => {
    const member = await registerMember(app);
    const token = await tokenFor(member.email);
    const [link] = await app.db.query
      .select()
      .from(accountLinks)
      .where(eq(accountLinks.userId, member.user_id));
    expect(link?.tokenHash.toString("base64url")).not.toBe(token);
    const [mail] = await app.db.query.select().from(mails).where(eq(mails.recipient, member.email));
    expect(mail?.body).toBeNull();
  });

  test("says nothing that the one who registered has typed in", async () => {
    const name = "Win a prize at http://evil.example";
    const member = await register({ email: "victim@example.test", name });
    const { text } = await lastMailTo(app, member.email);
    expect(text).not.toContain("evil.example");
  });

  test.each([
    ["made up", () => "A".repeat(43)],
    ["with a letter changed", (token: string) => `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`],
  ])("does nothing when it is %s", async (_case, change) => {
    const member = await registerMember(app);
    const answer = await confirm(change(await tokenFor(member.email)));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "link_invalid", error: "This link is not valid any more." },
    });
    expect((await accountOf(member.email)).emailConfirmedAt).toBeNull();
  });

  test("does nothing once the account has another e-mail", async () => {
    const member = await registerMember(app);
    const token = await tokenFor(member.email);
    const moved = `moved-${member.user_id}@example.test`;
    await app.db.query.update(users).set({ email: moved }).where(eq(users.id, member.user_id));
    expect((await confirm(token)).status).toBe(400);
    expect((await accountOf(moved)).emailConfirmedAt).toBeNull();
  });

  test("is not for guessing: sixty wrong ones are all an address gets in ten minutes", async () => {
    const from = "203.0.113.61";
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, index) => confirm(`guess-${index}`, from)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const member = await registerMember(app);
    expect((await confirm(await tokenFor(member.email), from)).status).toBe(429);
  });
});

describe("asking for the link once more", () => {
  const ask = (token?: string) =>
    app.call("POST", "/auth/request-confirmation", token === undefined ? {} : { token });

  test("mails another one; both work", async () => {
    const member = await registerMember(app);
    expect(await ask(member.access_token)).toMatchObject({
      status: 200,
      body: { message: "We sent you a link." },
    });
    const sent = await mailsTo(app, member.email);
    const tokens = sent.map((mail) => tokenIn(mail, screens.confirmEmail));
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await confirm(token)).status).toBe(200);
  });

  test("mails nothing where the e-mail is confirmed", async () => {
    const member = await registerMember(app);
    await confirm(await tokenFor(member.email));
    expect((await ask(member.access_token)).body.message).toBe("Your e-mail is confirmed already.");
    expect(await mailsTo(app, member.email)).toHaveLength(1);
  });

  test("is for members, six times an hour", async () => {
    expect((await ask()).status).toBe(401);
    const member = await registerMember(app);
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(member.access_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(await mailsTo(app, member.email)).toHaveLength(1 + 6);
  });
});

describe("an e-mail of ADMIN_EMAILS", () => {
  test("gives no power to whoever merely types it in, and the admin's once its link was opened", async () => {
    const head = await register({ email: "head@example.test", role: "Admin" });
    expect((await overview(head.access_token)).status).toBe(403);
    const mail = await lastMailTo(app, "head@example.test");
    expect(mail.text).toContain("opening the link gives the account an admin's power");
    await confirm(tokenIn(mail, screens.confirmEmail));
    expect((await overview(head.access_token)).status).toBe(200);
    expect((await app.call("GET", "/auth/me", { token: head.access_token })).body.verified).toBe(true);
    const { body } = await app.call("GET", "/admin/activity", { token: head.access_token });
    expect(body.items[0]).toMatchObject({ kind: "userVerified", subject_id: head.user_id });
  });

  test("gives nothing to another role", async () => {
    const deputy = await register({ email: "deputy@example.test", role: "User" });
    await confirm(await tokenFor("deputy@example.test"));
    expect((await overview(deputy.access_token)).status).toBe(403);
  });
});

describe("an account that an admin opens", () => {
  let admin: string;
  beforeAll(async () => {
    const { access_token, user_id } = await registerMember(app, "Admin");
    await app.db.query.update(users).set({ verifiedAt: new Date() }).where(eq(users.id, user_id));
    admin = access_token;
  });
  const open = (body: unknown) => app.call("POST", "/admin/users", { token: admin, body });
  const setPassword = (code: string, chosen = "stone on stone on stone") =>
    app.call("POST", "/auth/reset-password", {
      body: { code, new_password: chosen, confirm_password: chosen },
    });
  const login = (email: string, secret: string) =>
    app.call("POST", "/auth/login", { body: { email, password: secret } });

  test("without a password is opened by the mailed link, once, and its e-mail is confirmed by that", async () => {
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

  test("fifty who open the link at once set one password", async () => {
    const email = "crowded@example.test";
    await open({ name: "Crowded", email, role: "User" });
    const token = tokenIn(await lastMailTo(app, email), screens.newPassword);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => setPassword(token, `stone number ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      "You have a Cairn account",
      "Your password was changed",
    ]);
  });

  test("with a password is asked to confirm its e-mail", async () => {
    await open({ name: "Given", email: "given@example.test", role: "User", password: "a long enough one" });
    expect((await confirm(await tokenFor("given@example.test"))).status).toBe(200);
  });

  test("and that refuses a taken e-mail mails nothing", async () => {
    const member = await registerMember(app);
    const before = (await mailsTo(app, member.email)).length;
    expect((await open({ name: "Again", email: member.email, role: "User" })).status).toBe(409);
    expect(await mailsTo(app, member.email)).toHaveLength(before);
  });

  test("a link dies when the account gets another e-mail, and the new one is asked to be confirmed", async () => {
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

test("the link is good for seven days, and then forgotten", async () => {
  const member = await registerMember(app);
  const token = await tokenFor(member.email);
  app.passTime(7 * day + 1000);
  expect((await confirm(token)).body.code).toBe("link_invalid");
  await app.sweep();
  expect(await app.db.query.select().from(accountLinks)).toEqual([]);
});

test("an e-mail that was confirmed before it is listed gives the power at the next start", async () => {
  const [early, stranger] = [await registerMember(app, "Admin"), await registerMember(app, "Admin")];
  await confirm(await tokenFor(early.email));
  await app.http.close();
  app = await buildTestApp({ adminEmails: [early.email, stranger.email] }, null, { db: app.db });
  const isVerified = async (email: string) => (await accountOf(email)).verifiedAt !== null;
  expect(await isVerified(early.email)).toBe(true);
  expect(await isVerified(stranger.email)).toBe(false);
});
