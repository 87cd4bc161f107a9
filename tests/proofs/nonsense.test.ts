import { createHmac, randomBytes } from "node:crypto";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, buildTestApp, type CallOptions, type TestApp } from "../support/server/app.ts";
import { makeItem } from "../support/server/content.ts";
import { endpoints, nameOf } from "../support/server/endpoints.ts";
import { type Account, makeCallers } from "./authority/callers.ts";
import { authority } from "./authority/table.ts";

/** Well-formed nonsense in every place where a call takes a cursor, an id, a key, a token or a condition. */

const base64url = (text: string) => Buffer.from(text, "latin1").toString("base64url");

/** None of these was ever made by the server. */
const forgedCursors = [
  "MC4xLjEuOTk5OTk5OTk5OTk5OTk5",
  ...[
    "0.999999999999999.1",
    "0.253402300800000.1",
    "0.8640000000000000.1",
    "0.1.9007199254740992",
    "0.1.9223372036854775808",
    "0.1.1.253402300800000",
    "0.1.1.1.1",
    "0.1",
    "0",
    "0.01.1",
    "0.1.01",
    "-1.1.1",
    "0.-1.1",
    "0.1.-1",
    "0.1e3.1",
    "0.NaN.NaN",
    "NaN.NaN.NaN",
    "0.Infinity.1",
    "10.1.1",
    "0.1.1.",
    " 0.1.1",
    "0.1.1\0",
    "m.NaN.NaN",
    "m.1.1.1",
    "m.01.1",
    "m.1",
    "m.9999999999.1",
    "m.1.9999999999999999",
  ].map(base64url),
  `${base64url("0.1.1")}=`,
  `${base64url("0.1.1")}====`,
  `${base64url("0.1.1")}!`,
  "AAAA",
  "_".repeat(200),
];

const oddIds = [
  "0",
  "-1",
  "1e3",
  "007",
  "1.5",
  "0x10",
  "NaN",
  "Infinity",
  "2147483647",
  "2147483648",
  "9007199254740991",
  "9007199254740992",
  "9223372036854775807",
  "9223372036854775808",
  "99999999999999999999999999",
  "00000000-0000-4000-8000-000000000000",
  `${"0".repeat(40)}.jpg`,
];

const oddTexts = [
  ...oddIds,
  "",
  " ",
  "\u202e",
  "\ufffe",
  "%",
  "_",
  "\\",
  "'",
  "a:* & !",
  "&|!()<->",
  '"',
  "🪨".repeat(60),
];

const jwt = (header: object, claims: object, key = "not the site's secret") => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
};
const claims = { sub: "1", sid: "00000000-0000-4000-8000-000000000000", iat: 1, exp: 99_999_999_999 };
const hs256 = { alg: "HS256", typ: "JWT" };
const oddTokens = [
  jwt(hs256, claims),
  jwt(hs256, { ...claims, sub: "9223372036854775808" }),
  jwt(hs256, { ...claims, exp: 1e308 }),
  jwt({ alg: "none" }, claims),
  `${jwt({ alg: "none" }, claims).split(".").slice(0, 2).join(".")}.`,
  jwt({ alg: "HS256", crit: ["b64"], b64: false }, claims),
  jwt({ alg: "RS256", jku: "http://127.0.0.1:1/" }, claims),
  randomBytes(32).toString("base64url"),
  "..",
];

const oddHeaders: Record<string, readonly string[]> = {
  "idempotency-key": ["0", "~".repeat(200), "~".repeat(201), "\u00ff", "a b", "'--", "null"],
  "if-none-match": ['"', "*", 'W/"', `"${"a".repeat(4_000)}"`, '"revision-9999999999"', ", ,"],
  "if-match": ['"', "*", 'W/"revision-1"', '"revision-9223372036854775808"', '"revision--1"', ", ,", "1"],
  "if-modified-since": ["now", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 99999 23:59:59 GMT"],
  range: ["bytes=0-", "bytes=9223372036854775807-", "bytes=-0", "bytes=1-0", "bytes=0-1,3-4", "lines=1-2"],
  "accept-encoding": ["", "*", "br;q=0", "identity;q=0", "gzip;q=1e9", "br;q=NaN, gzip;q=", ","],
  accept: ["", "*/*;q=0", "text/html;q=NaN", "application/json;;;", "/"],
};

let app: TestApp;
let admin: Account;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  const { accounts } = await makeCallers(app);
  admin = accounts["a verified Admin"] as Account;
  await makeItem(app, { authorId: admin.user_id });
});
afterAll(() => app.close());

const calls = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
const rows = [...new Map(authority.map((row) => [row.call, row])).values()];

async function ask(call: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const [method] = call.split(" ") as [InjectOptions["method"]];
  const answer = await app.call(method, url, { token: admin.access_token, ...options });
  expect(answer.status, `${method} ${url} ${JSON.stringify(options)}`).toBeLessThan(500);
  // Socket.IO has its own words for a refusal, and the links of mails lead to pages.
  if (answer.status >= 400 && !/^\/(?:socket\.io|notices\/)/.test(url)) {
    expect(answer.body).toMatchObject({ error: expect.anything(), code: expect.any(String) });
  }
  return answer;
}

const missing = { id: "987654321", number: "1", key: `${"0".repeat(40)}.jpg`, provider: "nobody" };
const urlOf = (call: string, filled: Partial<Record<string, string>> = {}) =>
  call
    .slice(call.indexOf(" ") + 1)
    .replaceAll(/:(\w+)/g, (_whole, name: string) =>
      encodeURIComponent(filled[name] ?? missing[name as keyof typeof missing] ?? "nobody"),
    );

describe.each(rows.map((row) => [row.call, row] as const))("%s", (call, { body }) => {
  const sent = (options: CallOptions = {}) => ({ ...options, ...(body && { body: body({}) }) });

  test("answers odd ids, keys and queries without an internal error", async () => {
    for (const [, name = ""] of call.matchAll(/:(\w+)/g)) {
      for (const odd of oddIds) await ask(call, urlOf(call, { [name]: odd }), sent());
    }
    for (const name of queryOf(call)) {
      for (const odd of oddTexts)
        await ask(call, `${urlOf(call)}?${new URLSearchParams({ [name]: odd })}`, sent());
    }
  });

  test("answers odd tokens with 401 at most, and odd conditional headers by their meaning", async () => {
    for (const token of oddTokens) await ask(call, urlOf(call), sent({ token }));
    for (const [name, values] of Object.entries(oddHeaders)) {
      for (const value of values) await ask(call, urlOf(call), sent({ headers: { [name]: value } }));
    }
  });
});

const queryOf = (call: string): string[] =>
  Object.keys((calls.get(call)?.query as { properties?: object } | undefined)?.properties ?? {});

const paged = [...calls].filter(([call]) => queryOf(call).includes("cursor"));

test("every list that is read by cursor refuses each forged one as bad input", async () => {
  expect(paged.length).toBeGreaterThan(8);
  const id = String(await makeItem(app, { authorId: admin.user_id }));
  for (const [call] of paged) {
    for (const cursor of forgedCursors) {
      for (const more of ["", "&q=stone"]) {
        if (more && !queryOf(call).includes("q")) continue;
        const url = `${urlOf(call, { id })}?${new URLSearchParams({ cursor })}${more}`;
        const answer = await ask(call, url);
        expect({ url, status: answer.status }).toEqual({ url, status: 400 });
      }
    }
  }
});

test("files cannot be read with an odd key, signature or time", async () => {
  for (const key of [...oddIds, `${"f".repeat(64)}`, ".jpg", "..%2f", "a".repeat(80)]) {
    for (const query of ["", "?expires=999999999999&signature=", `?expires=0&signature=${"A".repeat(43)}`]) {
      const answer = await app.call("GET", `/media/${encodeURIComponent(key)}${query}`);
      expect(answer.status).toBe(404);
    }
  }
});
