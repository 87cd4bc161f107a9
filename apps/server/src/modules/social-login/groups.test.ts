import { buildTestApp, by, type Member, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { type OpenIdPeer, openOpenIdPeer } from "@tests/support/server/providers/openid-peer.ts";
import { signIn } from "@tests/support/server/providers/sign-in.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providerSessions, users } from "../../db/schema.ts";
import { roleAfter, roleByGroups } from "./social-login.policy.ts";

const minute = 60_000;
let app: TestApp;
let school: OpenIdPeer;
let admin: Member;
beforeAll(async () => {
  school = await openOpenIdPeer("http://localhost:5000/auth/login/school/return", {
    givesRefreshTokens: true,
  });
  const { issuer, clientId, clientSecret } = school;
  const client = { id: "school", name: "School", scopes: "openid email profile", domains: [] };
  app = await buildTestApp({
    rateLimits: false,
    signIn: [{ ...client, issuer, clientId, clientSecret, trustsEmails: true, groupsClaim: "groups" }],
  });
  admin = await verifiedAdmin(app);
  const groups = [
    { provider: "school", group: "teachers", role: "TechWriter" },
    { provider: "school", group: "heads", role: "Admin" },
    { provider: "school", group: "pupils", role: "User" },
  ];
  const { status, body } = await app.call("PATCH", "/admin/settings", by(admin, { groups }));
  expect([status, body.groups]).toEqual([200, groups]);
});
afterAll(() => Promise.all([app.close(), school.close()]));

const person = (id: string, groups: unknown) =>
  school.people.set(id, { name: `Person ${id}`, email: `${id}@school.example`, groups });
const enter = (id: string) => signIn(app, "school", id);
const account = async (id: string) => {
  const [row] = await app.db.query
    .select()
    .from(users)
    .where(eq(users.email, `${id}@school.example`));
  return { role: row?.role, isVerified: row?.verifiedAt != null };
};
const me = (tokens: Record<string, string>) =>
  app.call("GET", "/auth/me", { token: String(tokens.access_token) });
/** Renews the session, and lets what that causes be done. */
const renew = async (tokens: Record<string, string>) => {
  const { status } = await app.call("POST", "/auth/refresh", { token: String(tokens.refresh_token) });
  await app.jobs.runDue("groups");
  return status;
};

describe("roles by the groups of a provider", () => {
  test.each([
    [["teachers", "choir"], { role: "TechWriter", isVerified: false }],
    [["pupils", "heads"], { role: "Admin", isVerified: true }],
    [["choir"], { role: "User", isVerified: false }],
    ["teachers", { role: "TechWriter", isVerified: false }],
    [undefined, { role: "User", isVerified: false }],
    [[7, null, "teachers"], { role: "TechWriter", isVerified: false }],
  ])("somebody new in %j is %j", async (groups, expected) => {
    const id = `new-${JSON.stringify(groups ?? "none").replaceAll(/\W/g, "")}`;
    person(id, groups);
    await enter(id);
    expect(await account(id)).toEqual(expected);
  });

  test("end with the group at the next sign-in, with the sessions that they had", async () => {
    person("eve", ["heads"]);
    const first = await enter("eve");
    expect((await me(first)).body).toMatchObject({ role: "Admin", verified: true });
    person("eve", ["choir"]);
    const second = await enter("eve");
    expect(await account("eve")).toEqual({ role: "User", isVerified: false });
    expect([(await me(first)).status, (await me(second)).status]).toEqual([401, 200]);
    const { body } = await app.call("GET", "/admin/activity", by(admin));
    expect(body.items.map(({ event }: { event: string }) => event)).toContain(
      "User updated: Person eve (role from Admin to User)",
    );
  });

  test("end within a minute of the next renewal too, and one that came is there then", async () => {
    person("ada", ["teachers"]);
    const tokens = await enter("ada");
    person("ada", ["heads"]);
    expect(await renew(tokens)).toBe(200);
    expect(await account("ada"), "asked once a minute").toMatchObject({ role: "TechWriter" });
    app.passTime(minute);
    expect(await renew(tokens)).toBe(200);
    expect(await account("ada")).toEqual({ role: "Admin", isVerified: true });
    person("ada", []);
    app.passTime(minute);
    expect(await renew(tokens)).toBe(200);
    expect(await account("ada")).toEqual({ role: "User", isVerified: false });
    expect((await me(tokens)).status).toBe(401);
    expect(await renew(tokens)).toBe(401);
  });

  test("leave alone whom no row names", async () => {
    person("joe", ["choir"]);
    await enter("joe");
    await app.db.query.update(users).set({ role: "TechWriter" }).where(eq(users.email, "joe@school.example"));
    await enter("joe");
    expect(await account("joe")).toMatchObject({ role: "TechWriter" });
  });

  test("end the session of somebody who is gone at the provider", async () => {
    person("ned", ["pupils"]);
    const tokens = await enter("ned");
    school.people.delete("ned");
    app.passTime(minute);
    expect(await renew(tokens)).toBe(200);
    expect((await me(tokens)).status).toBe(401);
  });

  test("stay while the provider cannot be asked, and follow once it can", async () => {
    person("una", ["teachers"]);
    const tokens = await enter("una");
    school.replace("/token", (_request, response) => response.writeHead(503).end());
    person("una", ["pupils"]);
    app.passTime(minute);
    expect(await renew(tokens)).toBe(200);
    expect(await account("una")).toMatchObject({ role: "TechWriter" });
    school.replace("/token", null);
    app.passTime(minute);
    await app.jobs.runDue("groups");
    expect(await account("una")).toMatchObject({ role: "User" });
  });

  test("keep the provider's token encrypted, and forget it with the session", async () => {
    person("kim", ["pupils"]);
    const tokens = await enter("kim");
    const rows = await app.db.query.select().from(providerSessions);
    expect(rows.length).toBeGreaterThan(0);
    for (const { refreshToken } of rows) expect(refreshToken.toString("utf8")).not.toMatch(/^[\w-]{40,}$/);
    await app.call("DELETE", "/auth/logout", { token: String(tokens.refresh_token) });
    app.passTime(2 * 24 * 60 * minute);
    await app.sweep();
    expect(await app.db.query.$count(providerSessions)).toBeLessThan(rows.length);
  });
});

describe("the table of groups", () => {
  // The clock has gone on since.
  beforeAll(async () => {
    admin = await verifiedAdmin(app);
  });

  const table = [
    { provider: "school", group: "b", role: "TechWriter" },
    { provider: "school", group: "a", role: "User" },
    { provider: "school", group: "c", role: "Admin" },
  ] as const;

  test.each([
    [["a"], "User"],
    [["a", "b"], "TechWriter"],
    [["b", "c", "a"], "Admin"],
    [["d"], null],
    [["A"], null],
    [[], null],
  ] as const)("gives %j the role %j", (groups, role) => {
    expect(roleByGroups(table, groups)).toBe(role);
  });

  test.each([
    [null, null, null],
    [null, "TechWriter", "TechWriter"],
    ["TechWriter", null, "User"],
    ["TechWriter", "Admin", "Admin"],
    ["User", null, "User"],
  ] as const)("from %j to %j leads to %j", (before, now, role) => {
    expect(roleAfter(before, now)).toBe(role);
  });

  test.each([
    [[{ provider: "nobody", group: "a", role: "User" }], /^Groups 1 provider must be the key/],
    [[{ provider: "google", group: "a", role: "User" }], /^Groups 1 provider must be the key/],
    [
      [
        { provider: "school", group: "a", role: "User" },
        { provider: "SCHOOL", group: " a ", role: "Admin" },
      ],
      /^Groups 2 group stands there twice/,
    ],
    [[{ provider: "school", group: " ", role: "User" }], /^Groups 1 group is missing/],
    [[{ provider: "school", group: "a", role: "Owner" }], /^Groups 1 role/],
  ])("cannot be %j", async (groups, sentence) => {
    const answer = await app.call("PATCH", "/admin/settings", by(admin, { groups }));
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(sentence);
  });

  test("stands in the admins' activity in words", async () => {
    const groups = [{ provider: "school", group: "choir", role: "User" }];
    await app.call("PATCH", "/admin/settings", by(admin, { groups }));
    const { body } = await app.call("GET", "/admin/activity", by(admin));
    expect(body.items[0].event).toMatch(
      /groups from teachers of school: TechWriter, .* to choir of school: User/,
    );
  });
});
