import { buildTestApp, password, registration, signUp, type TestApp } from "@tests/support/server/app.ts";
import {
  type GitHubPeer,
  type GitHubPerson,
  openGitHubPeer,
} from "@tests/support/server/providers/github-peer.ts";
import { type OpenIdPeer, openOpenIdPeer } from "@tests/support/server/providers/openid-peer.ts";
import {
  begin,
  comeBack,
  newBrowser,
  outcomeOf,
  passProvider,
  signIn,
} from "@tests/support/server/providers/sign-in.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mails, providerAccounts, providerAttempts, sessions, users } from "../../db/schema.ts";

const minute = 60_000;
const failed = { error: "OAuth login failed" };

let app: TestApp;
let openId: OpenIdPeer;
let gitHub: GitHubPeer;
beforeAll(async () => {
  openId = await openOpenIdPeer("http://localhost:5000/auth/login/google/return");
  gitHub = await openGitHubPeer();
  app = await buildTestApp({
    google: { clientId: openId.clientId, clientSecret: openId.clientSecret, issuer: openId.issuer },
    github: {
      clientId: gitHub.clientId,
      clientSecret: gitHub.clientSecret,
      url: gitHub.url,
      apiUrl: `${gitHub.url}/api/v3`,
    },
    adminEmails: ["chosen@example.test", "chosen-too@example.test"],
  });
});
afterAll(async () => {
  await app.close();
  await openId.close();
  await gitHub.close();
});

let people = 0;
interface Person {
  readonly email: string;
  readonly name: string;
  /** How the provider knows them. */
  readonly subject: string;
}

/** Somebody new at both providers, with a verified email unless said. */
function newPerson(facts: Partial<Person> & { verified?: boolean } = {}): Person {
  people += 1;
  const name = facts.name ?? `Person ${people}`;
  const email = facts.email ?? `person-${people}@example.test`;
  const { verified = true } = facts;
  const subject = facts.subject ?? String(1000 + people);
  openId.people.set(subject, { name, email, email_verified: verified });
  gitHub.person = gitHubPerson({ id: Number(subject), name, emails: [{ email, primary: true, verified }] });
  return { name, email, subject };
}

const gitHubPerson = (facts: Partial<GitHubPerson>): GitHubPerson => ({
  id: 1,
  login: "octo",
  name: null,
  emails: [],
  ...facts,
});

const me = async (token: string | undefined) =>
  (await app.call("GET", "/auth/me", { token: String(token) })).body;
const findUser = async (email: string) =>
  (await app.db.query.select().from(users).where(eq(users.email, email)))[0];
const mailsTo = (email: string) => app.db.query.select().from(mails).where(eq(mails.recipient, email));
const countAll = async () => {
  const rows = await Promise.all(
    [users, sessions, providerAccounts, mails].map((table) => app.db.query.$count(table)),
  );
  return rows;
};

const both: ["google" | "github", string][] = [
  ["google", "Google"],
  ["github", "GitHub"],
];

describe.each(both)("signing in by %s", (provider, title) => {
  test("opens an account of role User with a confirmed email and no password, and sends a mail about it", async () => {
    const person = newPerson();
    const tokens = await signIn(app, provider, person.subject);
    expect(Object.keys(tokens)).toEqual(["access_token", "refresh_token"]);
    expect(await me(tokens.access_token)).toMatchObject({
      name: person.name,
      email: person.email,
      role: "User",
      verified: false,
    });
    expect(await findUser(person.email)).toMatchObject({
      passwordHash: null,
      emailConfirmedAt: expect.any(Date),
      verifiedAt: null,
    });
    const refreshed = await app.call("POST", "/auth/refresh", { token: String(tokens.refresh_token) });
    expect(refreshed.status).toBe(200);
    expect(await mailsTo(person.email)).toMatchObject([
      { subject: `You opened an account at Cairn with ${title}` },
    ]);
  });

  test("opens the same account again, even after name and email have changed at the provider", async () => {
    const person = newPerson();
    const first = await me((await signIn(app, provider, person.subject)).access_token);
    newPerson({ subject: person.subject, email: `new-${person.email}`, verified: false });
    const again = await me((await signIn(app, provider, person.subject)).access_token);
    expect(again).toEqual(first);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  test("joins the account of the same confirmed email, which keeps its password and is informed by mail", async () => {
    const member = await signUp(app, "TechWriter");
    await app.db.query
      .update(users)
      .set({ emailConfirmedAt: new Date() })
      .where(eq(users.id, member.user_id));
    const person = newPerson({ email: member.email.toUpperCase() });
    const tokens = await signIn(app, provider, person.subject);
    expect(await me(tokens.access_token)).toMatchObject({ id: member.user_id, role: "TechWriter" });
    const byPassword = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
    expect(byPassword.status).toBe(200);
    expect(await me(member.access_token)).toMatchObject({ id: member.user_id });
    const subjects = (await mailsTo(member.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`First sign-in to your Cairn account with ${title}`);
  });

  test("leaves a stranger who registered the email first without access", async () => {
    const stranger = await signUp(app, "Admin");
    const person = newPerson({ email: stranger.email });
    await app.db.query.insert(providerAccounts).values({
      provider,
      issuer: "https://elsewhere.example",
      subject: `stranger-${person.subject}`,
      userId: stranger.user_id,
      createdAt: new Date(),
      lastUsedAt: new Date(),
    });

    const tokens = await signIn(app, provider, person.subject);

    expect(await me(tokens.access_token)).toMatchObject({ id: stranger.user_id, verified: false });
    const byPassword = await app.call("POST", "/auth/login", { body: { email: stranger.email, password } });
    expect(byPassword.status).toBe(401);
    expect((await app.call("GET", "/auth/me", { token: stranger.access_token })).status).toBe(401);
    expect((await app.call("POST", "/auth/refresh", { token: stranger.refresh_token })).status).toBe(401);
    const joined = await app.db.query
      .select({ subject: providerAccounts.subject })
      .from(providerAccounts)
      .where(eq(providerAccounts.userId, stranger.user_id));
    expect(joined).toEqual([{ subject: person.subject }]);
    expect(await findUser(stranger.email)).toMatchObject({
      passwordHash: null,
      emailConfirmedAt: expect.any(Date),
    });
    const subjects = (await mailsTo(stranger.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`We secured your Cairn account after a sign-in with ${title}`);
  });

  test("with an unverified email is refused, with or without an account here", async () => {
    const member = await signUp(app);
    const words = { error: expect.stringContaining(`not verified at ${title}`) };
    const known = newPerson({ email: member.email, verified: false });
    const before = await countAll();
    expect(await signIn(app, provider, known.subject)).toEqual(words);
    expect(await signIn(app, provider, newPerson({ verified: false }).subject)).toEqual(words);
    expect(await countAll()).toEqual(before);
    expect((await findUser(member.email))?.passwordHash).not.toBeNull();
  });

  test("does not open a deactivated account, linked or not", async () => {
    const known = newPerson();
    await signIn(app, provider, known.subject);
    await app.db.query.update(users).set({ active: false }).where(eq(users.email, known.email));
    const words = { error: "This account is deactivated. Please contact an admin." };
    const before = await countAll();
    expect(await signIn(app, provider, known.subject)).toEqual(words);
    expect(await signIn(app, provider, newPerson({ email: known.email }).subject)).toEqual(words);
    expect(await countAll()).toEqual(before);
  });

  test("shows the site's own message when the person declines at the provider", async () => {
    const person = newPerson();
    gitHub.person = null;
    const before = await countAll();
    expect(await signIn(app, provider, null)).toEqual({ error: `You left ${title} without signing in.` });
    expect(await countAll()).toEqual(before);
    expect(await findUser(person.email)).toBeUndefined();
  });

  test("works in two tabs of one browser at once", async () => {
    const browser = newBrowser();
    const person = newPerson();
    const pages = [await begin(app, provider, browser), await begin(app, provider, browser)];
    for (const page of pages) {
      const returned = await passProvider(page, person.subject);
      expect(outcomeOf(await comeBack(app, returned, browser))).toHaveProperty("access_token");
    }
  });

  test("asks for a code with PKCE, a state and the registered redirect address", async () => {
    const page = await begin(app, provider, newBrowser());
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: "code",
      client_id: provider === "google" ? openId.clientId : gitHub.clientId,
      redirect_uri: `http://localhost:5000/auth/login/${provider}/return`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("is never cached and sends no referrer, in both directions", async () => {
    const browser = newBrowser();
    const person = newPerson();
    const there = await app.call("GET", `/auth/login/${provider}`);
    const returned = await passProvider(await begin(app, provider, browser), person.subject);
    for (const answer of [
      there,
      await comeBack(app, returned, browser),
      await comeBack(app, returned, browser),
    ]) {
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
    }
    expect(there.headers["set-cookie"]).toMatch(
      /^cairn-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  describe("that is tampered with fails with an error and creates nothing:", () => {
    let page: URL;
    let returned: URL;
    let browser = newBrowser();
    let before: number[];
    let person: Person;
    beforeEach(async () => {
      person = newPerson();
      browser = newBrowser();
      page = await begin(app, provider, browser);
      returned = await passProvider(page, person.subject);
      before = await countAll();
    });
    async function expectNothing(answer: ReturnType<typeof comeBack>, error = failed) {
      expect(outcomeOf(await answer)).toEqual(error);
      expect(await countAll()).toEqual(before);
    }

    test("a return that comes twice works once", async () => {
      expect(outcomeOf(await comeBack(app, returned, browser))).toHaveProperty("access_token");
      before = await countAll();
      await expectNothing(comeBack(app, returned, browser));
    });

    test("of ten returns at once one works", async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => comeBack(app, returned, browser)));
      const outcomes = answers.map(outcomeOf);
      expect(outcomes.filter((outcome) => "access_token" in outcome)).toHaveLength(1);
      expect(outcomes.filter(({ error }) => error === failed.error)).toHaveLength(9);
    });

    test("another browser's cookie, an unknown cookie, and no cookie", async () => {
      const other = newBrowser();
      await begin(app, provider, other);
      await expectNothing(comeBack(app, returned, other));
      await expectNothing(comeBack(app, returned, { cookie: `cairn-sign-in=${"x".repeat(43)}` }));
      await expectNothing(comeBack(app, returned, newBrowser()));
      // The browser that began was not robbed of its sign-in by theirs.
      expect(outcomeOf(await comeBack(app, returned, browser))).toHaveProperty("access_token");
    });

    test.each([
      ["changed", (url: URL) => url.searchParams.set("state", `${url.searchParams.get("state")}x`)],
      ["missing", (url: URL) => url.searchParams.delete("state")],
      ["given twice", (url: URL) => url.searchParams.append("state", "x")],
    ])("a state that is %s", async (_how, change) => {
      change(returned);
      await expectNothing(comeBack(app, returned, browser));
    });

    test.each([
      ["made up", (url: URL) => url.searchParams.set("code", "abc")],
      ["missing", (url: URL) => url.searchParams.delete("code")],
      ["given twice", (url: URL) => url.searchParams.append("code", "abc")],
    ])("a code that is %s", async (_how, change) => {
      change(returned);
      await expectNothing(comeBack(app, returned, browser));
    });

    test("another person's code under one's own state", async () => {
      const victim = newPerson();
      const theirs = await passProvider(await begin(app, provider, newBrowser()), victim.subject);
      returned.searchParams.set("code", theirs.searchParams.get("code") ?? "");
      await expectNothing(comeBack(app, returned, browser));
    });

    test("a return to the other provider", async () => {
      const other = provider === "google" ? "github" : "google";
      returned.pathname = `/auth/login/${other}/return`;
      await expectNothing(comeBack(app, returned, browser));
    });

    test("a return after ten minutes", async () => {
      app.passTime(10 * minute + 1);
      await expectNothing(comeBack(app, returned, browser));
      await app.sweep();
      expect(await app.db.query.$count(providerAttempts)).toBe(0);
    });

    test("a provider's error other than a refusal, without its text", async () => {
      returned.searchParams.delete("code");
      returned.searchParams.set("error", "<script>");
      returned.searchParams.set("error_description", "Call 555-0100");
      await expectNothing(comeBack(app, returned, browser));
    });

    test("an issuer other than the one that was asked", async () => {
      returned.searchParams.set("iss", "https://elsewhere.example");
      await expectNothing(comeBack(app, returned, browser));
    });
  });

  const token = provider === "google" ? "/token" : "/login/oauth/access_token";
  const peer = () => (provider === "google" ? openId : gitHub);
  test("fails with an error while the provider's exchange is down, and works afterwards", async () => {
    const person = newPerson();
    const before = await countAll();
    peer().replace(token, (_request, response) => response.writeHead(500).end("oh no"));
    expect(await signIn(app, provider, person.subject)).toEqual(failed);
    peer().replace(token, null);
    expect(await countAll()).toEqual(before);
    expect(await signIn(app, provider, person.subject)).toHaveProperty("access_token");
  });
});

describe("GitHub", () => {
  const address = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });
  const asPerson = (facts: Partial<GitHubPerson>) => {
    people += 1;
    gitHub.person = gitHubPerson({ id: 5000 + people, ...facts });
    return signIn(app, "github", null);
  };

  test("uses only its primary email, ignoring other verified ones", async () => {
    const victim = await signUp(app);
    const outcome = await asPerson({
      emails: [address(victim.email, false, true), address("octo-1@example.test", true, false)],
    });
    expect(outcome).toEqual({ error: expect.stringContaining("not verified at GitHub") });
    const own = await asPerson({
      login: "octo-2",
      emails: [address(victim.email, false, true), address("octo-2@example.test", true, true)],
    });
    expect(await me(own.access_token)).toMatchObject({ email: "octo-2@example.test", name: "octo-2" });
  });

  test("without any email is refused", async () => {
    expect(await asPerson({ emails: [] })).toEqual({ error: "GitHub did not give us your email address." });
  });

  test.each([
    ["/api/v3/user", '{"id":"1","login":"octo"}'],
    ["/api/v3/user", '{"login":"octo"}'],
    ["/api/v3/user/emails", '{"message":"Not Found"}'],
    ["/api/v3/user/emails", "[1]"],
  ])("whose %s answers %s signs nobody in", async (path, body) => {
    gitHub.replace(path, (_request, response) => {
      response.setHeader("content-type", "application/json").end(body);
    });
    const person = newPerson();
    expect(await signIn(app, "github", null)).toEqual(failed);
    gitHub.replace(path, null);
    expect(await findUser(person.email)).toBeUndefined();
  });
});

test("a Google subject and a GitHub id of the same number are different people", async () => {
  const atGoogle = newPerson();
  const first = await me((await signIn(app, "google", atGoogle.subject)).access_token);
  newPerson({ subject: atGoogle.subject, email: "somebody-else@example.test" });
  const second = await me((await signIn(app, "github", atGoogle.subject)).access_token);
  expect(second.id).not.toBe(first.id);
});

test("both providers open one account when they verify the same email", async () => {
  const person = newPerson();
  const first = await me((await signIn(app, "google", person.subject)).access_token);
  const second = await me((await signIn(app, "github", person.subject)).access_token);
  expect(second).toEqual(first);
});

describe("an email of ADMIN_EMAILS", () => {
  test("gives no grant to an account that a provider opens", async () => {
    const { access_token } = await signIn(app, "google", newPerson({ email: "chosen@example.test" }).subject);
    expect(await me(access_token)).toMatchObject({ role: "User", verified: false });
  });

  test("gives the grant to the Admin account that its owner claims, and not to the stranger who opened it", async () => {
    const sent = registration({ role: "Admin", email: "chosen-too@example.test" });
    const { body: stranger } = await app.call("POST", "/auth/register", { body: sent });
    const { access_token } = await signIn(app, "google", newPerson({ email: sent.email }).subject);
    expect(await me(access_token)).toMatchObject({ id: stranger.user_id, role: "Admin", verified: true });
    expect((await app.call("GET", "/auth/me", { token: stranger.access_token })).status).toBe(401);
  });
});
