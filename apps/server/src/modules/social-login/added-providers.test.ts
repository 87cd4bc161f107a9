import { buildTestApp, signUp, type TestApp } from "@tests/support/server/app.ts";
import { mailsTo } from "@tests/support/server/mails.ts";
import { type OpenIdPeer, openOpenIdPeer } from "@tests/support/server/providers/openid-peer.ts";
import { signIn } from "@tests/support/server/providers/sign-in.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignInClient } from "../../config.ts";
import { providerAccounts, users } from "../../db/schema.ts";
import { runCommand } from "../../operator/run-command.ts";

const returnTo = (id: string) => `http://localhost:5000/auth/login/${id}/return`;
const addressOf = ({ issuer, clientId, clientSecret }: OpenIdPeer) => ({ issuer, clientId, clientSecret });
const usual = { scopes: "openid email profile", domains: [], trustsEmails: false, groupsClaim: "groups" };

let app: TestApp;
/** Says nothing of mailboxes, and is not trusted in it; the school's own is. */
let plain: OpenIdPeer;
let school: OpenIdPeer;
let clients: SignInClient[];
beforeAll(async () => {
  [plain, school] = await Promise.all([
    openOpenIdPeer(returnTo("plain")),
    openOpenIdPeer(returnTo("school")),
  ]);
  const domains = ["school.example"];
  clients = [
    { ...usual, ...addressOf(plain), id: "plain", name: "Plain" },
    { ...usual, ...addressOf(school), id: "school", name: "Springfield School", trustsEmails: true, domains },
  ];
  app = await buildTestApp({ signIn: clients });
});
afterAll(() => Promise.all([app.close(), plain.close(), school.close()]));

const me = async (tokens: Record<string, string>) =>
  (await app.call("GET", "/auth/me", { token: String(tokens.access_token) })).body;
const userOf = async (email: string) =>
  (await app.db.query.select().from(users).where(eq(users.email, email)))[0];

test("stand on the login screen under the names that the operator gave them, and under their own addresses", async () => {
  const { body } = await app.call("GET", "/auth/providers");
  const added = [
    { id: "plain", name: "Plain" },
    { id: "school", name: "Springfield School" },
  ];
  expect(body.items.slice(-2)).toEqual(added);
  expect((await app.call("GET", "/auth/login/nobody")).status).toBe(400);
});

describe("somebody of whose mailbox nothing is said", () => {
  test("gets an account, and a mail to confirm the address with", async () => {
    plain.people.set("p1", { name: "Amina Otieno", email: "Amina@Plain.example" });
    const account = await me(await signIn(app, "plain", "p1"));
    expect(account).toMatchObject({ name: "Amina Otieno", email: "amina@plain.example", role: "User" });
    expect(await userOf("amina@plain.example")).toMatchObject({ emailConfirmedAt: null, passwordHash: null });
    const [mail, ...more] = await mailsTo(app, "amina@plain.example");
    expect(more).toEqual([]);
    expect(mail?.text).toContain("http://localhost:5000/confirm-email");

    expect(await me(await signIn(app, "plain", "p1"))).toEqual(account);
    expect(await mailsTo(app, "amina@plain.example")).toHaveLength(1);
  });

  test("never opens an account that has the address already, confirmed or not", async () => {
    const confirmed = await signUp(app);
    await app.db.query
      .update(users)
      .set({ emailConfirmedAt: new Date() })
      .where(eq(users.id, confirmed.user_id));
    const unconfirmed = await signUp(app);
    for (const { email } of [confirmed, unconfirmed]) {
      const before = await userOf(email);
      plain.people.set("p2", { name: "Eve", email });
      expect(await signIn(app, "plain", "p2")).toEqual({
        error: expect.stringMatching(/^Plain does not say that your email address is yours, and an account/),
      });
      expect(await userOf(email)).toEqual(before);
    }
    expect(await app.db.query.$count(providerAccounts, eq(providerAccounts.subject, "p2"))).toBe(0);
  });

  test("loses the account to the owner of the mailbox, who signs in by a provider that knows", async () => {
    const email = "victim@school.example";
    plain.people.set("p3", { name: "Eve", email });
    const stranger = await signIn(app, "plain", "p3");
    school.people.set("s3", { name: "Victim", email, email_verified: true });
    const owner = await signIn(app, "school", "s3");
    expect((await me(owner)).email).toBe(email);
    expect((await app.call("GET", "/auth/me", { token: String(stranger.access_token) })).status).toBe(401);
    // Its sign-in opens it no more.
    expect(await signIn(app, "plain", "p3")).toEqual({
      error: expect.stringContaining("an account here has it"),
    });
  });

  test("may have no email, but a sign-in name that is one", async () => {
    plain.people.set("p4", { name: "Ben", preferred_username: "ben@plain.example" });
    expect((await me(await signIn(app, "plain", "p4"))).email).toBe("ben@plain.example");
    expect(await userOf("ben@plain.example")).toMatchObject({ emailConfirmedAt: null });
    plain.people.set("p5", { name: "Cem", preferred_username: "cem" });
    expect(await signIn(app, "plain", "p5")).toEqual({ error: "Plain did not give us your email address." });
  });
});

describe("a provider whose emails the operator trusts", () => {
  test("opens an account with a confirmed address, and joins the one that has it", async () => {
    school.people.set("s1", { name: "Dana", email: "dana@school.example" });
    const account = await me(await signIn(app, "school", "s1"));
    expect(await userOf("dana@school.example")).toMatchObject({ emailConfirmedAt: expect.any(Date) });
    school.people.set("s2", { name: "Dana again", email: "dana@school.example" });
    expect((await me(await signIn(app, "school", "s2"))).id).toBe(account.id);
  });

  test("is believed when it says that an address is not verified, and never by a sign-in name", async () => {
    for (const [subject, claims] of [
      ["s4", { email: "elif@school.example", email_verified: false }],
      ["s5", { preferred_username: "fay@school.example" }],
    ] as const) {
      school.people.set(subject, claims);
      await signIn(app, "school", subject);
    }
    for (const email of ["elif@school.example", "fay@school.example"])
      expect(await userOf(email)).toMatchObject({ emailConfirmedAt: null });
  });

  test("lets in the domains that may enter alone, also those who had been in before", async () => {
    const refused = {
      error: "Your email address is not one of those that may sign in with Springfield School.",
    };
    school.people.set("s6", { email: "gil@elsewhere.example", email_verified: true });
    expect(await signIn(app, "school", "s6")).toEqual(refused);
    expect(await userOf("gil@elsewhere.example")).toBeUndefined();
    school.people.set("s7", { email: "hal@school.example" });
    expect(await signIn(app, "school", "s7")).toHaveProperty("access_token");
    school.people.set("s7", { email: "hal@elsewhere.example" });
    expect(await signIn(app, "school", "s7")).toEqual(refused);
  });
});

test("a member keeps the account when the settings get another key for the same issuer", async () => {
  plain.people.set("p6", { name: "Ida", email: "ida@plain.example" });
  const before = await me(await signIn(app, "plain", "p6"));
  const subject = and(eq(providerAccounts.issuer, plain.issuer), eq(providerAccounts.subject, "p6"));
  await app.db.query.update(providerAccounts).set({ provider: "former" }).where(subject);
  expect((await me(await signIn(app, "plain", "p6"))).id).toBe(before.id);
});

test("the command line asks a provider for its settings, and says what is wrong or what to register", async () => {
  const check = (key: string) => runCommand(["sign-in", "check", key], app.operator);
  expect(await check("SCHOOL")).toEqual({
    status: 0,
    lines: [
      "The provider answers as it should.",
      `The return address to register there: ${returnTo("school")}`,
    ],
  });
  const discovery = "/.well-known/openid-configuration";
  school.replace(discovery, (_request, response) => response.writeHead(500).end());
  expect(await check("school")).toMatchObject({
    status: 1,
    lines: [expect.stringMatching(/^The provider cannot sign/)],
  });
  school.replace(discovery, (_request, response) => {
    response.setHeader("content-type", "application/json").end('{"issuer":"https://elsewhere.example"}');
  });
  expect((await check("school")).lines[0]).toMatch(/issuer/);
  school.replace(discovery, null);
  expect(await check("nobody")).toEqual({
    status: 1,
    lines: ["There are no settings of an OpenID provider “nobody”."],
  });
});

test("a logout leads to the provider's sign-out, and from there to the log-in", async () => {
  plain.people.set("p9", { name: "Lea", email: "lea@plain.example" });
  const tokens = await signIn(app, "plain", "p9");
  const { body } = await app.call("DELETE", "/auth/logout", { token: String(tokens.refresh_token) });
  const page = new URL(body.sign_out_url);
  expect(page.origin).toBe(plain.issuer);
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: plain.clientId,
    post_logout_redirect_uri: returnTo("plain"),
  });
  expect((await fetch(page)).status).toBe(200);
  const back = await app.call("GET", new URL(returnTo("plain")).pathname);
  expect([back.status, back.headers.location]).toEqual([302, "/login"]);
});

test("a logout of somebody who signed in with a password leads nowhere", async () => {
  const member = await signUp(app);
  const { body } = await app.call("DELETE", "/auth/logout", { token: member.refresh_token });
  expect(body).toEqual({ message: "Logged out" });
});
