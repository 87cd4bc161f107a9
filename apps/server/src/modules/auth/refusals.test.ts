import { randomUUID } from "node:crypto";
import { type Answer, buildTestApp, password, signUp, type TestApp } from "@tests/support/server/app.ts";
import { statementsOf } from "@tests/support/server/statements.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitRules } from "../../rate-limits/rate-limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const repeat = (count: number, call: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, call));

/** A hundred of these calls are refused, and cost less than a statement each. */
async function expectCheapRefusals(call: () => Promise<Answer>): Promise<void> {
  let answers: Answer[] = [];
  const statements = await statementsOf(app, async () => {
    answers = await repeat(100, call);
  });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  expect(statements).toBeLessThan(50);
}

const refresh = (from: string, token: string = randomUUID()) =>
  app.call("POST", "/auth/refresh", { token, from });
const logout = (from: string, token: string = randomUUID()) =>
  app.call("DELETE", "/auth/logout", { token, from });

describe("an address that has sent a hundred refresh tokens that nobody has", () => {
  const from = "192.0.2.11";
  const { points } = limitRules.refreshByAddress;

  test("is refused without the database, at refresh and at logout alike", async () => {
    expect((await repeat(points / 2, () => logout(from))).every(({ status }) => status === 401)).toBe(true);
    expect((await repeat(points / 2, () => refresh(from))).every(({ status }) => status === 401)).toBe(true);
    await expectCheapRefusals(() => logout(from));
    await expectCheapRefusals(() => refresh(from));
    expect((await logout("192.0.2.12")).status).toBe(401);
  });

  test("still renews and ends the sessions that were good before", async () => {
    const { refresh_token: token } = await signUp(app);
    expect((await refresh(from, token)).status).toBe(200);
    expect((await logout(from, token)).status).toBe(200);
    expect((await logout(from, token)).status).toBe(429);
  });
});

test("a browser without a mark is refused by its address before accounts and known places are read", async () => {
  const from = "192.0.2.13";
  const guess = () =>
    app.call("POST", "/auth/login", { body: { email: `${randomUUID()}@example.test`, password }, from });
  await repeat(limitRules.loginByAddress.points, guess);
  await expectCheapRefusals(guess);
});

test("a request for a code is refused by its address before known places are read", async () => {
  const from = "192.0.2.14";
  const ask = () =>
    app.call("POST", "/auth/request-password-reset", {
      body: { identifier: `${randomUUID()}@example.test` },
      from,
    });
  await repeat(limitRules.resetByAddress.points, ask);
  await expectCheapRefusals(ask);
});
