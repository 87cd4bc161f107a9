import { endpoints, nameOf } from "@tests/support/server/endpoints.ts";
import { describe, expect, test } from "vitest";
import { boundsOf, exceeds } from "./body-bounds.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema
type Schema = any;

/** The largest value that the schema describes. Formats and patterns are of no interest here. */
function largest(schema: Schema): unknown {
  const { type, anyOf, maxLength, maxItems, items, properties = {}, patternProperties } = schema;
  if (anyOf) return anyOf.map(largest).sort((one: unknown, other: unknown) => size(other) - size(one))[0];
  if (schema.enum) return schema.enum[0];
  if (type === "string") return "🪨".repeat(maxLength ?? 10);
  if (type === "array") return Array.from({ length: maxItems }, () => largest(items));
  if (type !== "object") return type === "boolean" ? false : 9_007_199_254_740_991;
  if (patternProperties) {
    const [of] = Object.values(patternProperties);
    const names = Array.from({ length: schema.maxProperties }, (_, i) => `${i}${"é".repeat(58)}`);
    return Object.fromEntries(names.map((name) => [name, largest(of)]));
  }
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, largest(of)]));
}
const size = (value: unknown) => JSON.stringify(value).length;

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
const encodings: Record<string, (value: unknown) => string> = {
  "as it is": (value) => JSON.stringify(value),
  "in ASCII": (value) => JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, escapeUnit),
  "one value a line": (value) => JSON.stringify(value, null, 4),
  "in ASCII, one value a line": (value) =>
    JSON.stringify(value, null, 4).replaceAll(/[^\x20-\x7e\n]/g, escapeUnit),
};

const withBody = endpoints.flatMap((endpoint) =>
  endpoint.body ? [[nameOf(endpoint), endpoint] as const] : [],
);

describe.each(Object.entries(encodings))("written %s", (_how, write) => {
  test.each(withBody)("the largest body of %s is within its bounds", (_name, endpoint) => {
    const body = write(largest(endpoint.body));
    const bounds = boundsOf(endpoint);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bounds.kilobytes * 1024);
    expect(exceeds(body, bounds)).toBe(false);
  });
});

describe("the parts of a body", () => {
  const bounds = { kilobytes: 64, parts: 16 };
  test.each([
    ["few values", '{"a":1,"b":[2,3]}', false],
    ["many values", `[${"1,".repeat(16)}1]`, true],
    ["many lists", `[${"[],".repeat(8)}1]`, true],
    ["eight levels", "[[[[[[[[1]]]]]]]]", false],
    ["nine levels", "[[[[[[[[[1]]]]]]]]]", true],
    ["signs in a text", '["[[[[[[[[[,,,,,,,,,,,,,,,,,,"]', false],
    ["quotation marks in a text", String.raw`["\"[[[[[[[[[\\\",,,,,,,,,,,,,,,,,,"]`, false],
    ["signs after a text that ends with a backslash", String.raw`["\\",[[[[[[[[[1]]]]]]]]]]`, true],
    ["signs in a name", '{"[[[[[[[[[,,,,,,,,,,,,,,,,,,":1}', false],
    ["a text that does not end", '["[[[[[[[[[,,,,,,,,,,,,,,,,,,', false],
  ])("with %s are counted", (_what, json, isTooMuch) => {
    expect(exceeds(json, bounds)).toBe(isTooMuch);
  });
});
