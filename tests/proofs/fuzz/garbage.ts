import fc from "fast-check";
import type { ListedCall } from "../openapi/walk.ts";
import { everybody, type FuzzRequest } from "./requests.ts";

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** What no client would send. */
const bodies: fc.Arbitrary<string | Buffer> = fc.oneof(
  { arbitrary: fc.json({ maxDepth: 6 }), weight: 6 },
  { arbitrary: fc.json().map((text) => text.slice(0, Math.floor(text.length / 2))), weight: 4 },
  { arbitrary: fc.string({ unit: "binary" }), weight: 3 },
  { arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)), weight: 3 },
  {
    arbitrary: fc.constantFrom(
      '{"__proto__":{"role":"Admin","verified":true}}',
      '{"constructor":{"prototype":{"verified":true}}}',
      '{"name":"a","name":"b","role":"User","role":"Admin"}',
      '{"title":"\\ud800","body":"\\udc00\\u0000"}',
      '{"revision":1e400,"seen":-1e400}',
      '{"revision":9007199254740993}',
      `{"body":${"1".repeat(400)}}`,
      "nul",
      "\ufeff{}",
      "[]",
      '""',
      "0",
      nested(50_000, "[", "]"),
      "[".repeat(90_000),
      `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`,
    ),
    weight: 6,
  },
  { arbitrary: fc.constant(`{"body":"${"x".repeat(1_048_576)}"}`), weight: 1 },
);

const contentTypes = fc.constantFrom(
  "application/json",
  "application/json",
  "application/json; charset=utf-16",
  "application/json;charset=\u00ff",
  "application/problem+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=a",
  "text/plain",
  "text/xml",
  "*/*",
  "",
  "x".repeat(5_000),
);

/** Signs that may stand in a header, and some that should not. */
const junk = fc.oneof(
  fc.string({
    unit: fc.constantFrom(..." !\"#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~\u00e9\u00ff"),
    maxLength: 80,
  }),
  fc.constantFrom("a".repeat(7_000), ",".repeat(500), "=;=;=", "0", "-1", "null", "*", '"', "%00", "\t"),
);

const headers = fc.dictionary(
  fc.constantFrom(
    "authorization",
    "cookie",
    "accept",
    "accept-encoding",
    "if-none-match",
    "if-modified-since",
    "range",
    "idempotency-key",
    "origin",
    "x-forwarded-for",
    "forwarded",
    "host",
    "user-agent",
    "x-http-method-override",
    "expect",
    "te",
    "access-control-request-method",
  ),
  fc.oneof(
    junk,
    junk.map((text) => `Bearer ${text}`),
    junk.map((text) => `bytes=${text}`),
  ),
  { maxKeys: 4 },
);

const segments = fc.oneof(
  fc.constantFrom(
    "%",
    "%E0%A4%A",
    "%00",
    "%2e%2e%2f",
    "..",
    "%25",
    "a%0d%0ab",
    "1e3",
    "0x10",
    "+1",
    "-1",
    "9".repeat(40),
  ),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constant("a".repeat(3_000)),
);
const searches = fc.oneof(
  fc.constant(""),
  fc.constantFrom(
    "?",
    "?=",
    "?&&&",
    "?page=1&page=2",
    "?cursor=%",
    "?q=%ff%fe",
    "?q[]=1",
    "?page[a]=1",
    "?__proto__=1",
  ),
  fc.string({ maxLength: 60 }).map((text) => `?${encodeURI(text.toWellFormed())}`),
);

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

function addressOf({ path }: ListedCall): fc.Arbitrary<string> {
  const filled = fc.tuple(segments, fc.integer({ min: 1, max: 12 }), fc.boolean());
  return filled.map(([segment, id, isThere]) => path.replaceAll(/\{\w+\}/g, isThere ? String(id) : segment));
}

/** Bodies, headers, methods and addresses that make no sense. */
export const garbage = (calls: readonly ListedCall[]): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(...calls).chain((call) =>
    fc
      .record({
        as: fc.constantFrom(...everybody),
        method: fc.oneof({ arbitrary: fc.constant(call.method), weight: 4 }, fc.constantFrom(...methods)),
        address: fc.oneof(
          { arbitrary: addressOf(call), weight: 6 },
          segments.map((segment) => `/${segment}`),
        ),
        search: searches,
        headers,
        type: contentTypes,
        payload: fc.option(bodies, { nil: undefined }),
      })
      .map(({ as, method, address, search, headers: sent, type, payload }) => ({
        as,
        method,
        url: `${address}${search}`,
        headers: { ...sent, ...(payload !== undefined && { "content-type": type }) },
        ...(payload !== undefined && { payload }),
        isMeant: false,
      })),
  );
