import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { and, eq, like } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { people } from "../../../../demo/people.ts";
import { seedDemo } from "../../../../demo/write.ts";
import { users } from "../db/schema.ts";
import { demoPassword } from "../modules/auth/passwords.ts";
import { demoGrants, openDemoAccounts } from "./demo-accounts.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
  await seedDemo(app.db, app.store);
});
afterEach(() => app.close());

const here = "127.0.0.1";
const login = (email: string, secret = demoPassword) =>
  app.call("POST", "/auth/login", { body: { email, password: secret }, from: here });

test("the published password opens demo accounts on this machine, and from nowhere else", async () => {
  const tried = (from: string, headers: Record<string, string> = {}) =>
    app.call("POST", "/auth/login", {
      body: { email: "admin@cairn.test", password: demoPassword },
      from,
      headers,
    });
  const local = [
    await tried(here, { host: "localhost:5000" }),
    await tried("::1", { host: "[::1]:5000" }),
    await tried("::ffff:127.0.0.1"),
  ];
  expect(local.map(({ status }) => status)).toEqual([200, 200, 200]);

  const elsewhere = {
    "the network": await tried("192.168.1.7", { host: "localhost:5000" }),
    "the network by IPv6": await tried("::ffff:192.168.1.7", { host: "[::1]" }),
    "a proxy on this machine": await tried(here, { "x-forwarded-for": "192.168.1.7" }),
    "a proxy that calls the sender local": await tried(here, { "x-forwarded-for": here }),
    "a page whose name leads here": await tried(here, { host: "rebound.example:5000" }),
  };
  for (const [who, answer] of Object.entries(elsewhere)) {
    expect(answer, who).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    expect(answer.body.error).toContain("works only on the machine");
  }
});

test("ending demo accounts removes grant, password and sessions of everybody who has not chosen a password", async () => {
  const member = await registerMember(app);
  const { body: admin } = await login("admin@cairn.test");
  const { body: owned } = await login("writer@cairn.test");
  await app.call("PATCH", "/profiles/me", { token: owned.access_token, body: { password } });
  const expected = people.map(({ email }) => email).filter((email) => email !== "writer@cairn.test");
  expect((await openDemoAccounts(app.db.query)).map(({ email }) => email)).toEqual(expected);

  expect(await app.operator.endDemo()).toEqual({ accounts: expected, grants: [] });

  expect(await openDemoAccounts(app.db.query)).toEqual([]);
  expect(await app.operator.endDemo()).toEqual({ accounts: [], grants: [] });
  const left = await app.db.query
    .select({ email: users.email })
    .from(users)
    .where(and(like(users.email, "%@cairn.test"), eq(users.active, true)));
  expect(left).toEqual([{ email: "writer@cairn.test" }]);
  const ended = await app.db.query.select().from(users).where(eq(users.email, "admin@cairn.test"));
  expect(ended).toMatchObject([{ active: false, passwordHash: null, verifiedAt: null, grantRevoked: true }]);
  expect((await app.call("GET", "/auth/me", { token: admin.access_token })).status).toBe(401);
  expect((await app.call("POST", "/auth/refresh", { token: admin.refresh_token })).status).toBe(401);
  for (const { email } of people) expect((await login(email)).status).toBe(401);
  expect((await login("writer@cairn.test", password)).status).toBe(200);
  expect((await login(member.email, password)).status).toBe(200);
});

test("ending the demo takes the grant of its admins, whatever their password, and of all whom these verified in turn", async () => {
  const { body: demoAdmin } = await login("admin@cairn.test");
  await app.call("PATCH", "/profiles/me", { token: demoAdmin.access_token, body: { password } });
  const verify = async (by: string, who: Member) => {
    const body = { verified: true };
    expect((await app.call("PATCH", `/admin/users/${who.user_id}`, { token: by, body })).status).toBe(200);
  };
  const [first, second, later] = [
    await registerMember(app, "Admin"),
    await registerMember(app, "Admin"),
    await registerMember(app, "Admin"),
  ];
  await verify(demoAdmin.access_token, first);
  await verify(first.access_token, second);
  // Verified by the demo once, and by the operator since.
  await verify(demoAdmin.access_token, later);
  await app.db.query.update(users).set({ verifiedAt: null }).where(eq(users.id, later.user_id));
  await app.operator.verify(later.email);
  const chosen = await verifiedAdmin(app);

  const { accounts, grants } = await app.operator.endDemo();
  expect(accounts).not.toContain("admin@cairn.test");
  expect(grants).toEqual(["admin@cairn.test", first.email, second.email]);
  expect(await demoGrants(app.db.query)).toEqual([]);

  const mayAdminister = async ({ access_token: token }: Member) =>
    (await app.call("GET", "/admin/users", { token })).status === 200;
  expect(await mayAdminister(demoAdmin)).toBe(false);
  expect(await Promise.all([first, second, later, chosen].map(mayAdminister))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
