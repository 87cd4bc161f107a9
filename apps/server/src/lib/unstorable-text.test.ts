import { growthOf } from "@tests/support/server/growth.ts";
import { expect, test } from "vitest";
import { findUnstorableText } from "./unstorable-text.ts";

const marks = (count: number) => "\u0300".repeat(count) + "\u0316".repeat(count);

test.each([
  ["a NUL", { title: "a\0" }, "has characters that are not allowed"],
  ["half a character", { title: "\ud800" }, "has characters that are not allowed"],
  ["31 marks in a row", { title: `a${marks(16)}`.slice(0, 32) }, "has more than 30 combining marks in a row"],
])("text with %s is found, also as the name of a field and deep inside", (_what, value, problem) => {
  expect(findUnstorableText(value)).toEqual({ path: "title", problem });
  expect(findUnstorableText({ list: [{ inner: value }] })).toEqual({ path: "list/0/inner/title", problem });
  expect(findUnstorableText({ [value.title]: 1 })).toEqual({ path: "", problem });
});

test("thirty marks in a row are text, as in every language", () => {
  expect(findUnstorableText({ title: `a${marks(15)}b${marks(15)}` })).toBeNull();
  expect(findUnstorableText(["Z\u0351\u036b\u0343", "שָׁלוֹם", "नमस्ते", "กำลัง"])).toBeNull();
});

test("eight times as many marks do not take sixty-four times as long to find", () => {
  const text = (size: number) => `a${marks(15)}`.repeat(size / 31);
  expect(growthOf((size) => findUnstorableText(text(size)), 100_000)).toBeLessThan(32);
});
