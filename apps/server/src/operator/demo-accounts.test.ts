import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people } from "../../../../demo/people.ts";
import { seedDemo } from "../../../../demo/write.ts";
import {
  buildTestApp,
  password,
  registerMember,
  type TestApp,
} from "../../../../tests/support/server/app.ts";
import { users } from "../db/schema.ts";
import { demoPassword, openDemoAccounts } from "./demo-accounts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await seedDemo(app.db, app.store);
});
afterAll(() => app.close());

const login = (email: string, secret = demoPassword) =>
  app.call("POST", "/auth/login", { body: { email, password: secret } });

test("ending demo accounts removes grant, password and sessions of everybody who has not chosen a password", async () => {
  const member = await registerMember(app);
  const { body: admin } = await login("admin@cairn.test");
  const { body: owned } = await login("writer@cairn.test");
  await app.call("PATCH", "/profiles/me", { token: owned.access_token, body: { password } });
  const expected = people.map(({ email }) => email).filter((email) => email !== "writer@cairn.test");
  expect((await openDemoAccounts(app.db.query)).map(({ email }) => email)).toEqual(expected);

  expect(await app.operator.endDemo()).toEqual(expected);

  expect(await openDemoAccounts(app.db.query)).toEqual([]);
  expect(await app.operator.endDemo()).toEqual([]);
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
