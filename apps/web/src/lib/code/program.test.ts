import { expect, test } from "vitest";
import { languageOf, readResult } from "./program.ts";

test("a language has the names that writers give it, in any case", () => {
  expect(["JS", "ts", "PostgreSQL", "yml", "toString", "go", ""].map(languageOf)).toEqual([
    "javascript",
    "typescript",
    "sql",
    "yaml",
    undefined,
    undefined,
    undefined,
  ]);
});

test("a result is a known end with a text, cut to what is kept", () => {
  expect(readResult({ end: "ran", output: "4", more: 1 })).toEqual({ end: "ran", output: "4" });
  const { output } = readResult({ end: "threw", output: "x".repeat(70_000) }) ?? {};
  expect(output?.length).toBe(65_538);
});

/** A text of it would have a million million letters. */
const endless = Array.from({ length: 40 }).reduce<unknown[]>((inner) => [inner, inner], []);

test.each([
  [null],
  ["ready"],
  [7],
  [{}],
  [{ end: "ran" }],
  [{ end: "ran", output: endless }],
  [{ end: "ran", output: null }],
  [{ end: endless, output: "" }],
  [{ end: "passed", output: "" }],
])("nothing else that comes out of a frame is a result (%#)", (message) => {
  expect(readResult(message)).toBeNull();
});
