import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildTestApp,
  password,
  registerMember,
  type TestApp,
} from "../../../../tests/support/server/app.ts";
import { limitRules } from "./limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const login = (body: unknown, from = "192.0.2.1") => app.call("POST", "/auth/login", { body, from });
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - done) }, act));
};

describe("a body", () => {
  test.each([
    ["login", "POST", "/auth/login", "2 KB"],
    ["refresh, which takes none", "POST", "/auth/refresh", "1 KB"],
    ["an address where there is nothing", "POST", "/no/such/call", "1 KB"],
  ] as const)("that is too large for %s is refused with the limit", async (_what, method, url, limit) => {
    for (const body of [{ email: "x".repeat(2_100) }, { email: "x".repeat(200_000) }]) {
      expect(await app.call(method, url, { body })).toMatchObject({
        status: 413,
        body: {
          error: `What was sent is too large: this call takes ${limit} at most.`,
          code: "body_too_large",
        },
      });
    }
  });

  test("with more parts than its call can take is refused before its fields are looked at", async () => {
    const sentence = "What was sent has more fields, entries or levels than this call takes.";
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [index, 1]));
    for (const body of [many, { email: Array(300).fill(1) }]) {
      expect(await login(body)).toMatchObject({
        status: 400,
        body: { error: sentence, details: [{ field: "" }] },
      });
    }
  });

  test("with a few wrong fields is refused with each of them", async () => {
    const { body } = await login({ e_mail: "a@b.example", pass: "word" });
    const fields = body.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(["e_mail", "email", "pass", "password"]);
  });
});

test("an address with two bad values names the first", async () => {
  const { status, body } = await app.call("GET", "/content?per_page=0&page=0");
  expect([status, body.details.length]).toEqual([400, 1]);
});

describe("calls that are refused before their work begins", () => {
  const { points, duration } = limitRules.refusedByAddress;

  test("count for their address, however they are refused, until nothing of it is read", async () => {
    const from = "192.0.2.20";
    const { email } = await registerMember(app);
    const right = () => login({ email, password }, from);
    const bad = [
      () => login({}, from),
      () => login({ email: "x".repeat(10_000) }, from),
      () =>
        app.call("POST", "/auth/login", { body: "{", headers: { "content-type": "application/json" }, from }),
      () => app.call("POST", "/auth/login", { body: "a", headers: { "content-type": "text/plain" }, from }),
      () => app.call("PUT", "/content/1/like", { from }),
      () => app.call("DELETE", "/content/1", { token: "dead", from }),
    ];
    expect((await right()).status).toBe(200);
    await times(points - bad.length, () => login({}, from));
    for (const call of bad) expect((await call()).status).toBeLessThan(429);

    for (const call of [...bad, right]) {
      const refused = await call();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(duration);
    }
    expect((await app.call("GET", "/categories", { from })).status).toBe(200);
    expect((await login({}, "192.0.2.21")).status).toBe(400);
  });

  test("count for a member wherever they are, and for nobody else at their address", async () => {
    const from = "192.0.2.30";
    const { access_token: token } = await registerMember(app);
    const send = (by: string) => app.call("PATCH", "/profiles/me", { body: { nobody: 1 }, token: by, from });
    await times(limitRules.refusedByUser.points, () => send(token));
    expect((await send(token)).status).toBe(429);
    expect((await send((await registerMember(app)).access_token)).status).toBe(400);
    expect((await login({}, from)).status).toBe(400);
  });

  test("are no calls that were let in, whatever becomes of them", async () => {
    const { access_token: token } = await registerMember(app);
    const call = () => app.call("POST", "/notifications/999999/read", { token });
    await times(limitRules.refusedByUser.points + 1, call);
    expect((await call()).status).toBe(404);
  });
});
