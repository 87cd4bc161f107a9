import { buildTestApp, by, type Member, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { lastMailTo, mailsTo } from "@tests/support/server/mails.ts";
import { type GitHubPeer, openGitHubPeer } from "@tests/support/server/providers/github-peer.ts";
import {
  begin,
  comeBack,
  newBrowser,
  outcomeOf,
  passProvider,
  signIn,
} from "@tests/support/server/providers/sign-in.ts";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { users } from "../../db/schema.ts";

/* A school's rule of joining holds for sign-ins by a provider too (docs/rules.md#who-may-join). */

let app: TestApp;
let gitHub: GitHubPeer;
let admin: Member;
beforeAll(async () => {
  gitHub = await openGitHubPeer();
  const { clientId, clientSecret, url } = gitHub;
  app = await buildTestApp({
    rateLimits: false,
    github: { clientId, clientSecret, url, apiUrl: `${url}/api/v3` },
  });
  admin = await verifiedAdmin(app);
});
afterAll(async () => {
  await app.close();
  await gitHub.close();
});

const rule = (joining: string) =>
  app.call("PATCH", "/admin/settings", by(admin, { joining, domains: ["school.example"] }));
afterEach(() => rule("open"));

let people = 0;
function newPerson(domain = "elsewhere.example"): string {
  people += 1;
  const email = `person-${people}@${domain}`;
  gitHub.person = {
    id: 500 + people,
    login: "octo",
    name: null,
    emails: [{ email, primary: true, verified: true }],
  };
  return email;
}
const find = async (email: string) =>
  (await app.db.query.select().from(users).where(eq(users.email, email)))[0];
/** Where a sign-in leads that does not end at the callback. */
async function leadsTo(): Promise<unknown> {
  const browser = newBrowser();
  const returned = await passProvider(await begin(app, "github", browser), null);
  return (await comeBack(app, returned, browser)).headers.location;
}

test("a stranger gets no account where an invitation is needed, and is told so", async () => {
  await rule("invitation");
  const email = newPerson();
  expect(await signIn(app, "github", null)).toEqual({ error: "You need an invitation to join." });
  expect(await find(email)).toBeUndefined();
});

test("an email of another domain gets no account where the domain counts", async () => {
  await rule("domains");
  newPerson();
  expect(await signIn(app, "github", null)).toEqual({
    error: "Please register with your school email address.",
  });
  newPerson("school.example");
  expect(await signIn(app, "github", null)).toHaveProperty("access_token");
});

test("a member who is there already signs in whatever the rule is", async () => {
  const email = newPerson();
  expect(await signIn(app, "github", null)).toHaveProperty("access_token");
  await rule("invitation");
  expect(await signIn(app, "github", null)).toHaveProperty("access_token");
  expect(await find(email)).toMatchObject({ active: true });
});

test("where an admin approves, the sign-in leads to the page that says so until then", async () => {
  await rule("approval");
  const email = newPerson();
  expect(await leadsTo()).toBe("/waiting");
  expect(await leadsTo()).toBe("/waiting");
  const waiting = await find(email);
  expect(waiting).toMatchObject({
    active: false,
    waitingSince: expect.any(Date),
    emailConfirmedAt: expect.any(Date),
  });
  expect(await mailsTo(app, email)).toEqual([]);
  await app.call("PATCH", `/admin/users/${waiting?.id}`, by(admin, { approved: true }));
  expect((await lastMailTo(app, email)).subject).toBe("You can now log in to Cairn");
  expect(await signIn(app, "github", null)).toHaveProperty("access_token");
});

test("an invitation comes along to the provider and back, and gives its role", async () => {
  await rule("invitation");
  const { body } = await app.call("POST", "/admin/invitations", by(admin, { role: "TechWriter" }));
  const invitation = new URL(body.url).search;
  const enter = async () => {
    const browser = newBrowser();
    const begun = await app.call("GET", `/auth/login/github${invitation}`);
    browser.cookie = String(begun.headers["set-cookie"]).split(";")[0];
    const returned = await passProvider(new URL(String(begun.headers.location)), null);
    return outcomeOf(await comeBack(app, returned, browser));
  };
  const email = newPerson();
  expect(await enter()).toHaveProperty("access_token");
  expect(await find(email)).toMatchObject({ role: "TechWriter" });
  newPerson();
  expect((await enter()).error).toMatch(/^This invitation has ended/);
});
