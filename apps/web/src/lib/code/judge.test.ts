import type { BlockCheck } from "@cairn/contract";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import type { BlockResult } from "./program.ts";

test.each<
  [string, BlockCheck["mode"], BlockResult["end"], output: string, expected: string | undefined, string]
>([
  ["that ran passes", "runs", "ran", "4", undefined, "passed"],
  ["that printed what the text says passes", "runs", "ran", "a  \nb\n", "a\nb  \n\n", "passed"],
  ["that printed something else fails", "runs", "ran", "4", "5", "failed"],
  ["that threw fails", "runs", "threw", "Error: x", undefined, "failed"],
  ["that does not parse fails", "runs", "broken", "SyntaxError", undefined, "failed"],
  ["of data that was parsed passes", "runs", "parsed", "", undefined, "passed"],
  ["that only has to compile passes once it is parsed", "compiles", "parsed", "", undefined, "passed"],
  [
    "that is only parsed, and so prints nothing of what the text says, fails",
    "compiles",
    "parsed",
    "",
    "4",
    "failed",
  ],
  ["that only has to compile and does not fails", "compiles", "broken", "SyntaxError", undefined, "failed"],
  ["that must fail and threw passes", "fails", "threw", "Error: x", "Error: x", "passed"],
  ["that must fail in another way fails", "fails", "threw", "Error: x", "Error: y", "failed"],
  ["that must fail and ran fails", "fails", "ran", "", undefined, "failed"],
  ["that must fail and was parsed fails", "fails", "parsed", "", undefined, "failed"],
])("a block %s", (_name, mode, end, output, expected, outcome) => {
  expect(judge({ mode, ...(expected !== undefined && { expected }) }, { end, output })).toBe(outcome);
});
