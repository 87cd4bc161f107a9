import { type Answer, buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../lib/log.ts";
import { limitRules } from "../rate-limits/rate-limits.ts";

const logged: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = createLog("info", { write: (line: string) => logged.push(line) });
  app = await buildTestApp({}, null, { log });
});
afterAll(() => app.close());

type Refused = (app: TestApp) => Promise<Answer>;
const member = async () => (await registerMember(app)).access_token;

test.each<[string, string, Refused]>([
  ["a call without a session", "sign_in_required", () => app.call("GET", "/auth/me")],
  ["a dead token", "session_ended", () => app.call("GET", "/auth/me", { token: "not.a.token" })],
  [
    "an admin's call of a member",
    "not_allowed",
    async () => app.call("GET", "/admin/users", { token: await member() }),
  ],
  ["somebody else's item", "not_allowed", async () => changeForeignItem()],
  ["a wrong password", "wrong_credentials", () => login()],
  [
    "input that is not in order",
    "invalid_input",
    () => app.call("POST", "/auth/login", { body: { email: 1 } }),
  ],
  ["a body of another kind", "unsupported_media_type", () => sendXml()],
  ["the call after the last that a limit lets through", "too_many_requests", () => useUpLogins()],
])("%s is logged as %s, under the id that its answer names", async (_what, code, refused) => {
  const { status, body } = await refused(app);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.code).toBe(code);
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const about = lines.filter(({ reqId }) => reqId === body.request_id);
  expect(about).toContainEqual(expect.objectContaining({ level: 30, code, msg: "request refused" }));
  expect(about).toContainEqual(
    expect.objectContaining({ status, msg: "answered", route: expect.any(String) }),
  );
});

const credentials = { email: "nobody@example.test", password: "correct horse battery" };
const login = (email = credentials.email) =>
  app.call("POST", "/auth/login", { body: { ...credentials, email } });

async function changeForeignItem(): Promise<Answer> {
  const author = await registerMember(app, "TechWriter");
  const id = await makeItem(app, { authorId: author.user_id });
  return app.call("PATCH", `/content/${id}`, { token: await member(), body: { title: "Mine now" } });
}

const sendXml = () =>
  app.call("POST", "/auth/login", { body: "<a/>", headers: { "content-type": "application/xml" } });

async function useUpLogins(): Promise<Answer> {
  const email = "somebody-else@example.test";
  for (let count = 0; count < limitRules.loginByPlace.points; count += 1) await login(email);
  return login(email);
}
