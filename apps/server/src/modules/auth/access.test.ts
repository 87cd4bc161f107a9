import * as contract from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../db/schema.ts";

type Endpoint = contract.EndpointDefinition;

/** What tests/proofs/authority asks of every call, in the words of one of the admins' calls. */
const rights: [who: string, status: number, code?: string][] = [
  ["nobody", 401, "sign_in_required"],
  ["an expired token", 401, "session_ended"],
  ["a refresh token", 401, "session_ended"],
  ["an ended session", 401, "session_ended"],
  ["an unverified Admin", 403, "not_allowed"],
  ["a deactivated Admin", 401, "session_ended"],
];

let app: TestApp;
const tokens: Record<string, string | undefined> = {};
beforeAll(async () => {
  app = await buildTestApp();
  const early = await verifiedAdmin(app);
  app.passTime((contract.limits.accessTokenSeconds + 1) * 1000);
  tokens["an expired token"] = early.access_token;
  tokens["a refresh token"] = early.refresh_token;
  tokens["an unverified Admin"] = (await registerMember(app, "Admin")).access_token;
  const [gone, left] = [await verifiedAdmin(app), await verifiedAdmin(app)];
  // Their row alone says so: the session was not ended.
  await app.db.query.update(users).set({ active: false }).where(eq(users.id, gone.user_id));
  tokens["a deactivated Admin"] = gone.access_token;
  await app.call("DELETE", "/auth/logout", { token: left.refresh_token });
  tokens["an ended session"] = left.access_token;
});
afterAll(() => app.close());

test("every call below /admin asks for the grant, and no other call does", () => {
  const endpoints = Object.values<unknown>(contract).filter(
    (value): value is Endpoint =>
      typeof value === "object" && value !== null && "path" in value && "access" in value,
  );
  const below = endpoints.filter(({ path }) => path.startsWith("/admin/"));
  expect(below.length).toBeGreaterThanOrEqual(18);
  expect(endpoints.filter(({ access }) => access === "verifiedAdmin")).toEqual(below);
});

test.each(rights)("%s is refused with %i and %s, and learns nothing more", async (who, status, code) => {
  const token = tokens[who];
  const answer = await app.call("GET", "/admin/users", token ? { token } : {});
  expect(answer).toMatchObject({ status, body: { code } });
  expect(Object.keys(answer.body).sort()).toEqual(["code", "error", "request_id"]);
});

test("a role in the body, in a header or stored for the token's owner gives no rights", async () => {
  const token = tokens["an unverified Admin"] as string;
  const headers = { "x-user-role": "Admin", cookie: "user_role=Admin; verified=true" };
  expect((await app.call("GET", "/admin/users", { token, headers })).status).toBe(403);
  const answer = await app.call("PATCH", "/admin/users/1", { token, headers, body: { verified: true } });
  expect(answer.status).toBe(403);
});
