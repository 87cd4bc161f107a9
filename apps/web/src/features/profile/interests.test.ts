import { expect, test } from "vitest";
import { addInterests } from "./InterestsField.tsx";

const ten = Array.from({ length: 10 }, (_, index) => `Interest ${index + 1}`);

test.each([
  ["Data Science", ["Web", "Data Science"]],
  ["  Data   Science ", ["Web", "Data Science"]],
  ["Data, Rust,,", ["Web", "Data", "Rust"]],
  ["web", ["Web"]],
  ["", ["Web"]],
])("typing %j after Web gives %j", (typed, interests) => {
  expect(addInterests(["Web"], typed)).toEqual({ interests, rest: "", problem: undefined });
});

test("an eleventh is not added, and stays in the box", () => {
  expect(addInterests(ten.slice(0, 9), "Rust, Go, Zig")).toEqual({
    interests: [...ten.slice(0, 9), "Rust"],
    rest: "Go, Zig",
    problem: "10 at most. Remove one first.",
  });
});

test("one of 41 characters is not added", () => {
  expect(addInterests([], "x".repeat(40)).interests).toHaveLength(1);
  expect(addInterests([], "x".repeat(41))).toEqual({
    interests: [],
    rest: "x".repeat(41),
    problem: "Use at most 40 characters each.",
  });
});
