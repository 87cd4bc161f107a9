import { addPushSubscription, changeProfile, createContent, limits, login } from "@cairn/contract";
import { endpoints, nameOf } from "@tests/support/server/endpoints.ts";
import { type TSchema, Type } from "typebox";
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
  endpoint.body ? [[nameOf(endpoint), endpoint.body] as [string, TSchema]] : [],
);

describe.each(Object.entries(encodings))("written %s", (_how, write) => {
  test.each(withBody)("the largest body of %s is within its bounds", (_name, schema) => {
    const body = largest(schema);
    const bounds = boundsOf(schema);
    expect(Buffer.byteLength(JSON.stringify(body, null, 4))).toBeLessThanOrEqual(bounds.bytes);
    expect(Buffer.byteLength(write(body))).toBeLessThanOrEqual(bounds.escapedBytes);
    expect(exceeds(write(body), bounds)).toBe(false);
  });
});

test("a body may be about as large as its schema allows", () => {
  const kilobytes = (schema?: TSchema) => boundsOf(schema).bytes / 1024;
  expect(kilobytes()).toBe(1);
  expect(kilobytes(login.body)).toBe(2);
  expect(kilobytes(addPushSubscription.body)).toBeLessThan(12);
  expect(kilobytes(changeProfile.body)).toBeLessThan(150);
  expect(boundsOf(createContent.body).bytes).toBeGreaterThan(limits.bodyLength * 4);
  expect(kilobytes(createContent.body)).toBe(201);
});

test.each([
  ["a text", Type.Object({ words: Type.String() }, { additionalProperties: false })],
  [
    "a list",
    Type.Object({ words: Type.Array(Type.String({ maxLength: 5 })) }, { additionalProperties: false }),
  ],
  ["an object", Type.Record(Type.String(), Type.Integer())],
  ["a value", Type.Unknown()],
])("a call cannot take %s of any size", (_what, schema) => {
  expect(() => boundsOf(schema)).toThrow("without a bound");
});

describe("the parts of a body", () => {
  const bounds = { parts: 8, depth: 3 };
  test.each([
    ["few values", '{"a":1,"b":[2,3]}', false],
    ["many values", "[1,2,3,4,5,6,7,8]", true],
    ["many lists", "[[],[],[],[]]", true],
    ["three levels", "[[[1]]]", false],
    ["four levels", "[[[[1]]]]", true],
    ["signs in a text", '["[[[[[,,,,,,,,,,,"]', false],
    ["quotation marks in a text", String.raw`["\"[[[[[\\\",,,,,,,,"]`, false],
    ["signs after a text that ends with a backslash", String.raw`["\\",[[[[1]]]]]`, true],
    ["signs in a name", '{"[[[[,,,,":1}', false],
    ["a text that does not end", '["[[[[[,,,,,,,,,', false],
  ])("with %s are counted", (_what, json, isTooMuch) => {
    expect(exceeds(json, bounds)).toBe(isTooMuch);
  });
});
