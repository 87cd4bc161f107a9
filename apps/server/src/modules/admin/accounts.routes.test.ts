import type { AdminUser } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { codeIn, lastMailTo } from "@tests/support/server/mails.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providerAccounts } from "../../db/schema.ts";

let app: TestApp;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const list = async (query = "") => (await app.call("GET", `/admin/users${query}`, as(admin))).body;
const as = (who: Member) => ({ token: who.access_token });
const create = (body: unknown) => app.call("POST", "/admin/users", { body, ...as(admin) });
const change = (id: number, body: unknown, who = admin) =>
  app.call("PATCH", `/admin/users/${id}`, { body, ...as(who) });
const login = (email: string, secret = password) =>
  app.call("POST", "/auth/login", { body: { email, password: secret } });
const me = (who: Member) => app.call("GET", "/auth/me", as(who));
const accountOf = async (id: number): Promise<AdminUser> =>
  (await list("?per_page=100")).items.find((user: AdminUser) => user.id === id);

describe("the list of accounts", () => {
  test("is newest first, contains no secrets, and is paged by cursor with its total", async () => {
    for (let count = 0; count < 5; count += 1) await registerMember(app);
    const whole = await list("?per_page=100");
    expect(whole.total).toBe(whole.items.length);
    expect(Object.keys(whole.items[0]).sort()).toEqual([
      "active",
      "avatar_small_url",
      "created_at",
      "email",
      "email_confirmed",
      "has_password",
      "id",
      "name",
      "role",
      "verified",
      "waiting",
    ]);
    const pages = await readAll<AdminUser>(app, "/admin/users?per_page=2", as(admin));
    const seen = pages.map(({ id }) => id);
    expect(seen).toEqual(whole.items.map(({ id }: AdminUser) => id));
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  });

  test("is searched by part of a name or an email, in any case, taken literally", async () => {
    await create({ name: "Zoë 100%_Müller", email: "zoe.m@example.test", role: "User" });
    for (const q of ["zoë", "MÜLL", "oe.M@EX", "100%_", "\u0025_m"]) {
      const { items } = await list(`?q=${encodeURIComponent(q)}`);
      expect(items.map(({ email }: AdminUser) => email)).toEqual(["zoe.m@example.test"]);
    }
    for (const q of ["zo_", "z%r", "nobody", "\\"]) {
      expect((await list(`?q=${encodeURIComponent(q)}`)).items).toEqual([]);
    }
  });
});

describe("adding an account", () => {
  test("with a password makes one that can sign in; an Admin made here is unverified", async () => {
    const body = { name: " Ada ", email: "Ada@Example.test", role: "Admin", password: "a long enough one" };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: "Ada",
      email: "ada@example.test",
      role: "Admin",
      active: true,
      verified: false,
      email_confirmed: false,
      has_password: true,
    });
    const session = await login("ada@example.test", "a long enough one");
    expect(session.status).toBe(200);
    expect((await app.call("GET", "/admin/users", { token: session.body.access_token })).status).toBe(403);
  });

  test("without a password makes one that nobody can sign in to", async () => {
    const answer = await create({ name: "Invited", email: "invited@example.test", role: "TechWriter" });
    expect(answer).toMatchObject({ status: 201, body: { has_password: false } });
    expect((await login("invited@example.test", "anything at all")).status).toBe(401);
  });

  test("with an email that is taken is a conflict that does not send the admin to the login screen", async () => {
    const answer = await create({ name: "Again", email: admin.email.toUpperCase(), role: "User" });
    expect(answer).toMatchObject({ status: 409, body: { code: "email_taken" } });
    expect(answer.body).not.toHaveProperty("suggestion");
  });

  test.each([
    ["with a blank name", { name: " ", email: "x@example.test", role: "User" }],
    ["with a common password", { name: "X", email: "x@example.test", role: "User", password: "password123" }],
    ["as verified", { name: "X", email: "x@example.test", role: "Admin", verified: true }],
  ])("%s is bad input", async (_case, body) => {
    expect((await create(body)).status).toBe(400);
    expect((await list("?q=x@example.test")).items).toEqual([]);
  });
});

describe("changing an account", () => {
  test("deactivating ends all its sessions at once, and activating lets it sign in again", async () => {
    const member = await registerMember(app);
    const second = (await login(member.email)).body;
    expect((await change(member.user_id, { active: false })).body).toMatchObject({ active: false });
    for (const session of [member, { ...second, email: member.email }]) {
      expect(await me(session)).toMatchObject({ status: 401, body: { code: "session_ended" } });
      expect((await app.call("POST", "/auth/refresh", { token: session.refresh_token })).status).toBe(401);
    }
    expect((await login(member.email)).body.code).toBe("account_deactivated");
    expect((await login(member.email, "wrong words")).status).toBe(401);

    expect((await change(member.user_id, { active: true })).body).toMatchObject({ active: true });
    expect((await login(member.email)).status).toBe(200);
    expect((await me(member)).status).toBe(401);
  });

  test("a deactivated admin loses the grant and can do nothing from that moment on", async () => {
    const second = await verifiedAdmin(app);
    await change(second.user_id, { active: false });
    expect((await app.call("GET", "/admin/users", as(second))).status).toBe(401);
    expect((await accountOf(second.user_id)).verified).toBe(false);
  });

  test("verifying gives the grant only to an Admin; revoking it takes effect at once", async () => {
    const second = await registerMember(app, "Admin");
    const asSecond = () => app.call("GET", "/admin/overview", as(second));
    expect((await asSecond()).status).toBe(403);
    expect((await change(second.user_id, { verified: true })).body.verified).toBe(true);
    expect((await asSecond()).status).toBe(200);
    expect((await change(second.user_id, { verified: false })).body.verified).toBe(false);
    expect((await asSecond()).status).toBe(403);

    const member = await registerMember(app);
    const answer = await change(member.user_id, { verified: true });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: "verified" }] } });
  });

  test("a verified admin who gets another role loses the grant, and the role back does not bring it", async () => {
    const second = await verifiedAdmin(app);
    expect((await change(second.user_id, { role: "User" })).body).toMatchObject({
      role: "User",
      verified: false,
    });
    expect((await change(second.user_id, { role: "Admin" })).body.verified).toBe(false);
    expect((await app.call("GET", "/admin/users", as(second))).status).toBe(403);
  });

  test("a new email has to be confirmed again, and can be signed in with", async () => {
    const member = await registerMember(app);
    expect((await change(member.user_id, { name: "Renamed" })).body.email_confirmed).toBe(true);
    const { body } = await change(member.user_id, { email: "Moved@Example.test" });
    expect(body).toMatchObject({ name: "Renamed", email: "moved@example.test", email_confirmed: false });
    expect((await login("moved@example.test")).status).toBe(200);
    expect((await change(member.user_id, { email: admin.email })).status).toBe(409);
  });

  test("a new email removes grant and sessions, is mailed to the old address, and appears in the activity", async () => {
    const second = await verifiedAdmin(app);
    await app.call("POST", "/auth/request-password-reset", { body: { identifier: second.email } });
    const code = codeIn(await lastMailTo(app, second.email));
    const moved = `moved-${second.user_id}@example.test`;
    expect((await change(second.user_id, { email: moved, role: "Admin" })).body).toMatchObject({
      email: moved,
      verified: false,
      email_confirmed: false,
    });
    expect((await me(second)).status).toBe(401);
    expect((await app.call("POST", "/auth/refresh", { token: second.refresh_token })).status).toBe(401);
    const told = await lastMailTo(app, second.email);
    expect(told.subject).toBe("The email address of your Cairn account has changed");
    expect(told.text).not.toContain(moved);
    expect((await lastMailTo(app, moved)).subject).toBe("Confirm your email address");
    const { items } = (await app.call("GET", "/admin/activity", as(admin))).body;
    const lines = items.map(({ event }: { event: string }) => event);
    expect(lines).toContainEqual(expect.stringContaining(`(email from ${second.email} to ${moved})`));
    expect(lines).toContainEqual(expect.stringMatching(/^Admin unverified: /));

    // Back again: what was mailed before opens nothing.
    await change(second.user_id, { email: second.email });
    expect(
      (await app.call("POST", "/auth/verify-reset-code", { body: { email: second.email, code } })).status,
    ).toBe(400);
  });

  test("a reset through the new address opens the account without the grant and without the old sign-ins", async () => {
    const second = await verifiedAdmin(app);
    const moved = `reset-${second.user_id}@example.test`;
    const now = new Date();
    await app.db.query.insert(providerAccounts).values({
      provider: "google",
      issuer: "https://accounts.google.com",
      subject: `subject-${second.user_id}`,
      userId: second.user_id,
      createdAt: now,
      lastUsedAt: now,
    });
    await change(second.user_id, { email: moved });
    await app.call("POST", "/auth/request-password-reset", { body: { identifier: moved } });
    const code = codeIn(await lastMailTo(app, moved));
    await app.call("POST", "/auth/verify-reset-code", { body: { email: moved, code } });
    const chosen = "a password of the other one";
    const set = { code, new_password: chosen, confirm_password: chosen };
    expect((await app.call("POST", "/auth/reset-password", { body: set })).status).toBe(200);
    const session = await login(moved, chosen);
    expect((await app.call("GET", "/admin/overview", { token: session.body.access_token })).status).toBe(403);
    expect(await accountOf(second.user_id)).toMatchObject({ email_confirmed: true, verified: false });
    expect(
      await app.db.query.select().from(providerAccounts).where(eq(providerAccounts.userId, second.user_id)),
    ).toEqual([]);
  });

  test("a new email and the grant cannot be set in one change", async () => {
    const second = await verifiedAdmin(app);
    const answer = await change(second.user_id, { email: "both@example.test", verified: true });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: "verified" }] } });
    expect(await accountOf(second.user_id)).toMatchObject({ email: second.email, verified: true });
    expect((await change(second.user_id, { email: second.email.toUpperCase(), verified: true })).status).toBe(
      200,
    );
  });

  test("the activity shows the old and the new name and role, also when admins rename themselves", async () => {
    const second = await verifiedAdmin(app);
    const last = async () => (await app.call("GET", "/admin/activity", as(admin))).body.items[0];
    const { name } = await accountOf(second.user_id);
    await change(second.user_id, { name: "Given Name", role: "TechWriter" });
    const { items } = (await app.call("GET", "/admin/activity", as(admin))).body;
    expect(items.map(({ event }: { event: string }) => event)).toContain(
      `User updated: Given Name (name from “${name}” to “Given Name”, role from Admin to TechWriter)`,
    );
    await change(second.user_id, { role: "Admin" });
    const rename = (body: unknown) => app.call("PATCH", "/profiles/me", { ...as(second), body });
    expect((await rename({ name: "Chosen Name" })).status).toBe(200);
    expect(await last()).toMatchObject({
      kind: "userUpdated",
      event: "User updated: Chosen Name (name from “Given Name” to “Chosen Name”)",
      by: { id: second.user_id },
    });
    const noted = (await last()).id;
    await rename({ name: "Chosen Name", bio: "Something else." });
    expect((await last()).id).toBe(noted);
    const writer = await registerMember(app, "TechWriter");
    await app.call("PATCH", "/profiles/me", { ...as(writer), body: { name: "A writer" } });
    expect((await last()).id).toBe(noted);
  });

  test.each([
    ["deactivates themselves", { active: false }],
    ["unverifies themselves", { verified: false }],
    ["takes the Admin role from themselves", { role: "User" }],
    ["changes their own email, which would take their grant", { email: "me@example.test" }],
    ["does so among other changes", { name: "Somebody", active: false }],
  ])("nobody %s", async (_case, body) => {
    const before = await accountOf(admin.user_id);
    const answer = await change(admin.user_id, body);
    expect(answer).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    expect(answer.body.error).toMatch(/^You cannot .* Another admin has to\.$/);
    expect(await accountOf(admin.user_id)).toEqual(before);
  });

  test("when two admins deactivate each other at once one of them stays active", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await verifiedAdmin(app), await verifiedAdmin(app)];
      const answers = await Promise.all([
        change(two.user_id, { active: false }, one),
        change(one.user_id, { active: false }, two),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  test("with only unknown fields is refused; without fields it changes nothing", async () => {
    expect((await change(admin.user_id, { password: "a new long one" })).status).toBe(400);
    const before = (await app.call("GET", "/admin/activity", as(admin))).body.items[0];
    expect((await change(admin.user_id, {})).status).toBe(200);
    expect((await app.call("GET", "/admin/activity", as(admin))).body.items[0]).toEqual(before);
  });
});
