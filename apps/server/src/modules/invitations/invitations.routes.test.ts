import {
  type Answer,
  buildTestApp,
  by,
  type Member,
  password,
  registerMember,
  registration,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { sendForm } from "@tests/support/server/forms.ts";
import { lastMailTo, mailsTo, tokenIn } from "@tests/support/server/mails.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const day = 24 * 60 * 60_000;
let app: TestApp;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const rule = (joining: string, domains: string[] = ["school.example"]) =>
  app.call("PATCH", "/admin/settings", by(admin, { joining, domains }));
afterEach(() => rule("open"));

const register = (facts: Record<string, unknown> = {}) =>
  app.call("POST", "/auth/register", { body: registration(facts) });
const logIn = (email: unknown) => app.call("POST", "/auth/login", { body: { email, password } });
const invite = (body: object = {}) => app.call("POST", "/admin/invitations", by(admin, body));
const tokenOf = ({ body }: Answer): string => new URL(body.url).searchParams.get("invitation") ?? "";
const refusal = ({ status, body }: Answer) => [status, body.code];

describe("who may join", () => {
  test("is everybody, unless the school says otherwise", async () => {
    expect((await register()).status).toBe(201);
  });

  test("is who has an email of the school's domains, in any spelling, and nobody of a domain like it", async () => {
    await rule("domains");
    expect(refusal(await register({ email: "a@elsewhere.example" }))).toEqual([403, "domain_not_allowed"]);
    expect(refusal(await register({ email: "a@sub.school.example" }))).toEqual([403, "domain_not_allowed"]);
    const { status, body } = await register({ email: "Pupil@School.Example" });
    expect(status).toBe(201);
    // Its email is not confirmed: it can do what every such account can, and no more.
    const profile = await app.call("GET", "/profiles/me", { token: body.access_token });
    expect(profile.body.email_confirmed).toBe(false);
  });

  test("is who was invited, with the role of the invitation, whatever role is asked for", async () => {
    await rule("invitation");
    expect(refusal(await register())).toEqual([403, "joining_closed"]);
    expect(refusal(await register({ invitation: "1.aaaaaaaaaaaaaaaaaaaaaaaa" }))).toEqual([
      403,
      "invitation_invalid",
    ]);
    const invitation = tokenOf(await invite({ role: "TechWriter" }));
    const { status, body } = await register({ invitation, role: "Admin" });
    expect([status, body.role]).toEqual([201, "TechWriter"]);
    expect(refusal(await register({ invitation }))).toEqual([403, "invitation_invalid"]);
  });

  test("lets an invitation in where others wait or have another domain", async () => {
    for (const joining of ["open", "approval", "domains"]) {
      await rule(joining);
      expect((await register({ invitation: tokenOf(await invite()) })).status).toBe(201);
    }
  });

  test("says first that an email is taken only to who may join", async () => {
    const { email } = await registerMember(app);
    await rule("invitation");
    expect(refusal(await register({ email }))).toEqual([403, "joining_closed"]);
    const invited = await invite({ uses: 2 });
    expect(refusal(await register({ email, invitation: tokenOf(invited) }))).toEqual([409, "email_taken"]);
    const { body } = await app.call("GET", "/admin/invitations", by(admin));
    expect(body.items.find(({ id }: { id: number }) => id === invited.body.id).used).toBe(0);
  });
});

describe("an account that waits for approval", () => {
  const waitingOf = async (query = "?status=waiting") =>
    (await app.call("GET", `/admin/users${query}`, by(admin))).body.items;
  const decide = (id: number, body: object) => app.call("PATCH", `/admin/users/${id}`, by(admin, body));
  const waitingCount = async () => (await app.call("GET", "/admin/overview", by(admin))).body.waitingUsers;

  async function newcomer(): Promise<{ email: string; id: number }> {
    await rule("approval");
    const facts = registration();
    const { status, body } = await app.call("POST", "/auth/register", { body: facts });
    expect(status).toBe(202);
    expect(body).toEqual({ status: "waiting", message: expect.stringContaining("approval") });
    const [first] = await waitingOf();
    expect(first).toMatchObject({ email: facts.email, active: false, waiting: true });
    return { email: facts.email, id: first.id };
  }

  test("cannot sign in, and only its owner is told why", async () => {
    const { email } = await newcomer();
    expect(refusal(await logIn(email))).toEqual([403, "waiting_for_approval"]);
    const wrong = await app.call("POST", "/auth/login", { body: { email, password: "a wrong guess" } });
    expect(refusal(wrong)).toEqual([401, "wrong_credentials"]);
  });

  test("is listed and counted for the admins, and its owner can confirm the email meanwhile", async () => {
    const before = await waitingCount();
    const { email, id } = await newcomer();
    expect(await waitingCount()).toBe(before + 1);
    const token = tokenIn(await lastMailTo(app, email), "/confirm-email");
    expect((await app.call("POST", "/auth/confirm-email", { body: { token, password } })).status).toBe(200);
    expect((await waitingOf()).find((user: { id: number }) => user.id === id).email_confirmed).toBe(true);
  });

  test("signs in once it is approved, and its owner gets one mail about it", async () => {
    const { email, id } = await newcomer();
    const approved = await decide(id, { approved: true });
    expect(approved.body).toMatchObject({ active: true, waiting: false });
    expect((await logIn(email)).status).toBe(200);
    expect((await decide(id, { approved: true })).status).toBe(200);
    const subjects = (await mailsTo(app, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "You can now log in to Cairn")).toHaveLength(1);
    const { items } = (await app.call("GET", "/admin/activity", by(admin))).body;
    expect(items[0].event).toMatch(/^User approved: Member/);
  });

  test("that is refused stays out, its owner gets a mail, and an admin can still let it in later", async () => {
    const { email, id } = await newcomer();
    expect((await decide(id, { approved: false })).body).toMatchObject({ active: false, waiting: false });
    expect(refusal(await logIn(email))).toEqual([403, "account_deactivated"]);
    expect((await lastMailTo(app, email)).subject).toBe("Your account at Cairn was not approved");
    expect((await decide(id, { approved: true })).status).toBe(400);
    expect((await decide(id, { active: true })).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  test("is not offered for completion, and gets no reset code", async () => {
    await rule("approval");
    const facts = registration({ name: "Zuwena Wait" });
    await app.call("POST", "/auth/register", { body: facts });
    expect((await app.call("GET", "/members?prefix=Zuwena", by(admin))).body.items).toEqual([]);
    await app.call("POST", "/auth/request-password-reset", { body: { identifier: facts.email } });
    const subjects = (await mailsTo(app, String(facts.email))).map(({ subject }) => subject);
    expect(subjects).toEqual(["Confirm your email address"]);
  });

  test("has nothing to be decided about once it is a member's", async () => {
    const { user_id: id } = await registerMember(app);
    expect((await decide(id, { approved: false })).status).toBe(400);
    expect((await decide(id, { approved: true })).status).toBe(200);
  });
});

describe("an invitation", () => {
  test("lets in as many as it says, however many come at once", async () => {
    const invitation = tokenOf(await invite({ uses: 3 }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => register({ invitation })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(9).fill(403)]);
    const { body } = await app.call("GET", "/admin/invitations", by(admin));
    expect(body.items[0]).toMatchObject({ uses: 3, used: 3 });
  });

  test("ends at its time, and when an admin deletes it", async () => {
    const ends_at = new Date(app.now().getTime() + day).toISOString();
    const [short, other] = [await invite({ ends_at }), await invite()];
    expect((await app.call("DELETE", `/admin/invitations/${other.body.id}`, by(admin))).status).toBe(200);
    expect(refusal(await register({ invitation: tokenOf(other) }))).toEqual([403, "invitation_invalid"]);
    expect(refusal(await app.call("DELETE", `/admin/invitations/${other.body.id}`, by(admin)))).toEqual([
      404,
      "invitation_not_found",
    ]);
    app.passTime(2 * day);
    admin = { ...admin, ...(await app.startSession(admin.user_id)) };
    expect(refusal(await register({ invitation: tokenOf(short) }))).toEqual([403, "invitation_invalid"]);
  });

  test("with an email is mailed to it once, and is for nobody else", async () => {
    const answer = await invite({ email: "Zawadi@Elsewhere.Example", role: "TechWriter" });
    expect(answer.body).toMatchObject({ email: "zawadi@elsewhere.example", uses: 1, used: 0 });
    const mail = await lastMailTo(app, "zawadi@elsewhere.example");
    expect(mail.subject).toBe("You are invited to Cairn");
    expect(mail.text).toContain(answer.body.url);
    expect(refusal(await invite({ email: "zawadi@elsewhere.example" }))).toEqual([409, "already_invited"]);
    const invitation = tokenOf(answer);
    expect(refusal(await register({ invitation }))).toEqual([403, "invitation_invalid"]);
    expect((await register({ invitation, email: "zawadi@elsewhere.example" })).status).toBe(201);
    expect(await mailsTo(app, "zawadi@elsewhere.example")).toHaveLength(2);
  });

  test.each([
    [{ uses: 0 }, /^Uses /],
    [{ uses: 1_001 }, /^Uses /],
    [{ uses: 2, email: "a@elsewhere.example" }, /^Uses must be 1 with an email/],
    [{ role: "Admin" }, /^Role /],
    [{ ends_at: "2020-01-01T00:00:00Z" }, /^Ends at must be in the future/],
    [{ ends_at: "2099-01-01T00:00:00Z" }, /^Ends at must be within a year/],
    [{ email: "no email" }, /^Email /],
  ])("cannot be %j", async (body, sentence) => {
    const answer = await invite(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(sentence);
  });

  test("for a member's email is refused", async () => {
    const { email } = await registerMember(app);
    expect((await invite({ email })).body.error).toBe("Email belongs to a member already.");
  });

  test("is listed with its link, page by page, and goes 90 days after its end", async () => {
    for (let count = 0; count < 3; count += 1) await invite();
    const page = (query: string) => app.call("GET", `/admin/invitations${query}`, by(admin));
    const { body } = await page("?per_page=2");
    expect(body.items).toHaveLength(2);
    const next = await page(`?per_page=2&cursor=${body.next}`);
    expect(next.body.items[0].id).toBeLessThan(body.items[1].id);
    expect(new URL(body.items[0].url).pathname).toBe("/register");
    expect(refusal(await page("?cursor=nothing"))).toEqual([400, "invalid_cursor"]);
    app.passTime(200 * day);
    admin = { ...admin, ...(await app.startSession(admin.user_id)) };
    await app.sweep();
    expect((await page("")).body.items).toEqual([]);
  });
});

describe("a list of people", () => {
  const send = (text: string, fields: Record<string, string> = {}) =>
    sendForm(app, "POST", "/admin/invitations/import", {
      fields,
      file: { bytes: Buffer.from(text), type: "text/csv", name: "class.csv" },
      ...by(admin),
    });
  const list =
    "name,email,role\nA,list-a@school.example,User\nB,list-b@school.example,TechWriter\nC,nobody,User\n";

  test("is only looked at with send false", async () => {
    const { status, body } = await send(list, { send: "false" });
    expect(status).toBe(200);
    expect(body).toEqual({
      rows: 3,
      good: 2,
      wrong: [{ line: 4, problem: "This is not an email address." }],
      sent: 0,
    });
    expect(await mailsTo(app, "list-a@school.example")).toEqual([]);
  });

  test("invites each once, however often it is sent, and at the same moment too", async () => {
    const answers = await Promise.all([send(list), send(list)]);
    expect(answers.map(({ body }) => body.sent).sort()).toEqual([0, 2]);
    expect((await send(list)).body).toMatchObject({ good: 2, sent: 0 });
    expect(await mailsTo(app, "list-a@school.example")).toHaveLength(1);
    const { text } = await lastMailTo(app, "list-b@school.example");
    expect(text).toContain("as a Tech Writer");
    const invitation = /invitation=(\S+)/.exec(text)?.[1];
    const joined = await register({ email: "list-b@school.example", invitation });
    expect(joined.body.role).toBe("TechWriter");
  });

  test("mails nobody who is a member", async () => {
    const { email } = await registerMember(app);
    expect((await send(`email\n${email}\n`)).body).toMatchObject({ good: 1, sent: 0 });
  });

  test("is needed, and is no picture", async () => {
    expect((await sendForm(app, "POST", "/admin/invitations/import", by(admin))).status).toBe(400);
    const file = { bytes: Buffer.from("x"), type: "image/png" };
    expect((await sendForm(app, "POST", "/admin/invitations/import", { file, ...by(admin) })).status).toBe(
      415,
    );
  });
});
