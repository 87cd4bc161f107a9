import * as contract from "@cairn/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../../../../tests/support/server/app.ts";
import { makeItem, verifyAdmin } from "../../../../../tests/support/server/content.ts";
import { content, users } from "../../db/schema.ts";

type Endpoint = contract.EndpointDefinition;

const adminCalls = Object.values<unknown>(contract).filter(
  (value): value is Endpoint =>
    typeof value === "object" && value !== null && "access" in value && value.access === "verifiedAdmin",
);

/** What every call of the admins answers to whom; "itself" is the call's own answer, whatever that is. */
const rights: [who: string, status: number | "itself", code?: string][] = [
  ["nobody", 401, "sign_in_required"],
  ["an expired token", 401, "session_ended"],
  ["a refresh token", 401, "session_ended"],
  ["an ended session", 401, "session_ended"],
  ["a User", 403, "not_allowed"],
  ["a TechWriter", 403, "not_allowed"],
  ["an unverified Admin", 403, "not_allowed"],
  ["a deactivated Admin", 401, "session_ended"],
  ["a verified Admin", "itself"],
];

let app: TestApp;
let item: number;
const tokens: Record<string, string | undefined> = {};
beforeAll(async () => {
  app = await buildTestApp();
  const early = await registerMember(app, "Admin");
  await verifyAdmin(app, early.user_id);
  app.passTime((contract.limits.accessTokenSeconds + 1) * 1000);
  tokens["an expired token"] = early.access_token;
  tokens["a refresh token"] = early.refresh_token;
  tokens["a User"] = (await registerMember(app, "User")).access_token;
  tokens["a TechWriter"] = (await registerMember(app, "TechWriter")).access_token;
  tokens["an unverified Admin"] = (await registerMember(app, "Admin")).access_token;

  const admin = await registerMember(app, "Admin");
  const gone = await registerMember(app, "Admin");
  const left = await registerMember(app, "Admin");
  for (const { user_id } of [admin, gone, left]) await verifyAdmin(app, user_id);
  tokens["a verified Admin"] = admin.access_token;
  // Their row alone says so: the session was not ended.
  await app.db.query.update(users).set({ active: false }).where(eq(users.id, gone.user_id));
  tokens["a deactivated Admin"] = gone.access_token;
  await app.call("DELETE", "/auth/logout", { token: left.refresh_token });
  tokens["an ended session"] = left.access_token;
  item = await makeItem(app, { authorId: early.user_id, status: "Pending" });
});
afterAll(() => app.close());

const addressOf = ({ path }: Endpoint, id: number) => path.replace(":id", String(id)).replace(":number", "1");

test("the table below covers every admin call of the contract", () => {
  expect(adminCalls.length).toBeGreaterThanOrEqual(18);
  expect(adminCalls.every(({ path }) => path.startsWith("/admin/"))).toBe(true);
  const others = Object.values<unknown>(contract).filter(
    (value): value is Endpoint => typeof value === "object" && value !== null && "path" in value,
  );
  for (const { path, access } of others) {
    if (path.startsWith("/admin/")) expect(access).toBe("verifiedAdmin");
  }
});

describe.each(rights)("%s", (who, status, code) => {
  test.each(adminCalls.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    `calling %s %s is answered ${status}, for existing and missing targets`,
    async (method, _path, endpoint) => {
      const before = await app.db.query.select().from(content).where(eq(content.id, item));
      for (const [id, prefix] of [
        [item, ""],
        [item, "/api"],
        [987_654_321, ""],
      ] as const) {
        const token = tokens[who];
        // No body: a call that needs one is then bad input, and nothing changes; who may not call never learns.
        const answer = await app.call(method, `${prefix}${addressOf(endpoint, id)}`, token ? { token } : {});
        if (status === "itself") {
          expect([200, 201, 400, 404, 409]).toContain(answer.status);
        } else {
          expect(answer).toMatchObject({ status, body: { code } });
          expect(Object.keys(answer.body).sort()).toEqual(["code", "error", "request_id"]);
        }
      }
      if (status === "itself") return;
      expect(await app.db.query.select().from(content).where(eq(content.id, item))).toEqual(before);
    },
  );
});

test("a role in the body, in a header or stored for the token's owner gives no rights", async () => {
  const token = tokens["an unverified Admin"] as string;
  const headers = { "x-user-role": "Admin", cookie: "user_role=Admin; verified=true" };
  expect((await app.call("GET", "/admin/users", { token, headers })).status).toBe(403);
  const answer = await app.call("PATCH", "/admin/users/1", { token, headers, body: { verified: true } });
  expect(answer.status).toBe(403);
});
