import { type EndpointDefinition, scopeOf, tokenScopes } from "@cairn/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type Member, type TestApp, verifiedAdmin } from "../../support/server/app.ts";
import { endpoints, nameOf } from "../../support/server/endpoints.ts";

/** Promise 10, for programs: what a token of a verified admin may do is what its scopes say, at every call. */

const scopeSets = {
  all: [...tokenScopes],
  ...Object.fromEntries(tokenScopes.map((scope) => [scope, [scope]])),
  ...Object.fromEntries(
    tokenScopes.map((scope) => [`no ${scope}`, tokenScopes.filter((one) => one !== scope)]),
  ),
} as Record<string, string[]>;

let app: TestApp;
let admin: Member;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  admin = await verifiedAdmin(app);
  for (const [name, scopes] of Object.entries(scopeSets)) {
    const body = { name, scopes };
    const answer = await app.call("POST", "/profiles/me/tokens", { token: admin.access_token, body });
    tokens[name] = answer.body.token;
  }
});
afterAll(() => app.close());

/** About what is not there. */
async function ask({ method, path }: EndpointDefinition, which: string) {
  const url = path.replace(":kind", "author").replaceAll(/:\w+/g, "987654321");
  const { status, body } = await app.call(method, url, { token: tokens[which] ?? "" });
  return { status, code: body?.code };
}

const missing = { status: 403, code: "scope_missing" };

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))("%s", (_name, endpoint) => {
  const scope = scopeOf(endpoint);

  if (scope === null) {
    test("is closed to programs, whatever their scopes", async () => {
      expect(await ask(endpoint, "all")).toEqual(missing);
    });
    return;
  }
  test(`needs the scope ${scope}, and no other`, async () => {
    expect(await ask(endpoint, `no ${scope}`)).toEqual(missing);
    expect((await ask(endpoint, scope)).code).not.toBe("scope_missing");
  });
});

test("only these calls are closed to programs", () => {
  const closed = endpoints.filter((endpoint) => scopeOf(endpoint) === null).map(nameOf);
  expect(closed.filter((call) => !call.includes(" /auth/")).sort()).toEqual([
    "DELETE /profiles/me/deletion-request",
    "DELETE /profiles/me/tokens/:id",
    "DELETE /push/subscriptions",
    "GET /profiles/me/deletion-request",
    "GET /profiles/me/tokens",
    "POST /profiles/me/deletion-request",
    "POST /profiles/me/tokens",
    "POST /push/subscriptions",
  ]);
  const open = endpoints.filter((endpoint) => scopeOf(endpoint) !== null).map(nameOf);
  expect(open.filter((call) => call.includes(" /auth/"))).toEqual(["GET /auth/me"]);
});
