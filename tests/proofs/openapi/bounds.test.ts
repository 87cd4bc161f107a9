import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../support/server/app.ts";
import { endpoints } from "../../support/server/endpoints.ts";
import { callsOf, inputsOf, type ListedCall, type Schema, unbounded } from "./walk.ts";

let app: TestApp;
let calls: ListedCall[];
beforeAll(async () => {
  app = await buildTestApp();
  calls = callsOf((await app.call("GET", "/openapi.json")).body);
});
afterAll(() => app.close());

test("the document lists every call with every status that it can answer", () => {
  for (const { name, replies } of endpoints) {
    const call = calls.find(({ operationId }) => operationId === name);
    expect(call, name).toBeDefined();
    const statuses = Object.keys(call?.responses ?? {});
    expect(statuses).toEqual(
      expect.arrayContaining([...Object.keys(replies), "400", "401", "429", "500", "503"]),
    );
  }
});

test("no call accepts more, longer or larger input than the document says", () => {
  const inputs = calls.flatMap((call) =>
    inputsOf(call).map(([part, schema]) => [`${call.method} ${call.path} ${part}`, schema] as const),
  );
  expect(inputs.length).toBeGreaterThan(60);
  expect(inputs.flatMap(([where, schema]) => unbounded(schema).map((path) => `${where} ${path}`))).toEqual(
    [],
  );
});

describe("only these have no bound:", () => {
  const unboundedSchemas: [string, Schema][] = [
    ["text", { type: "string" }],
    ["text of at least a length", { type: "string", minLength: 1 }],
    ["text of an open pattern", { type: "string", pattern: "^a+$" }],
    ["text with a pattern somewhere in it", { type: "string", pattern: "a" }],
    ["a list", { type: "array", items: { type: "boolean" } }],
    ["a number", { type: "integer", minimum: 1 }],
    ["text in a list", { type: "array", maxItems: 3, items: { type: "string" } }],
    ["text by any name", { type: "object", patternProperties: { "^.*$": { type: "boolean" } } }],
    ["text under any other name", { type: "object", additionalProperties: { type: "boolean" } }],
    ["text as one of several", { anyOf: [{ type: "null" }, { type: "string" }] }],
    ["anything", {}],
  ];
  test.each(unboundedSchemas)("%s", (_what, schema) => {
    expect(unbounded({ type: "object", properties: { part: schema } })).toHaveLength(1);
  });
});
