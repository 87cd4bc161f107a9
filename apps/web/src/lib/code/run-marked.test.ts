import type { BlockCheck } from "@cairn/contract";
import { markedBlock, program } from "@tests/support/web/fake-program.ts";
import { expect, test } from "vitest";
import { summaryOf } from "./check-words.ts";
import type { MarkedResult } from "./marked-run.ts";
import { runMarked } from "./run-marked.ts";

const check = (block: number, facts: Partial<BlockCheck> = {}) =>
  markedBlock({ block, code: String(block), ...facts });

async function run(checks: readonly BlockCheck[], { python = false } = {}) {
  const results: MarkedResult[] = [];
  await runMarked(checks, python, new AbortController().signal, (result) => results.push(result));
  return results.sort((one, other) => one.check.block - other.check.block);
}
const outcomesOf = (results: readonly MarkedResult[]) => results.map(({ outcome }) => outcome);
const programs = () =>
  program.mock.calls.map(([language, blocks]) => [language, ...blocks.map(({ code }) => code)]);

test("blocks of one language and session are one program, every other block is one by itself", async () => {
  await run(
    [
      check(1, { session: "a" }),
      check(2, { language: "TS", session: "a" }),
      check(4),
      check(5, { session: "a" }),
      check(7, { language: "python", session: "a" }),
    ],
    { python: true },
  );
  expect(programs()).toEqual([
    ["javascript", "1", "5"],
    ["typescript", "2"],
    ["javascript", "4"],
    ["python", "7"],
  ]);
});

test("what a block says of itself decides: it must fail, it is only parsed, it prints what the text says", async () => {
  const results = await run([
    check(1, { expected: "1" }),
    check(2, { expected: "3" }),
    check(3, { mode: "fails" }),
    check(4, { mode: "compiles" }),
  ]);
  expect(outcomesOf(results)).toEqual(["passed", "failed", "failed", "passed"]);
  expect(summaryOf(results)).toBe("4 code blocks in your browser: 2 failed.");
});

test("what this browser does not run is named, and has not passed", async () => {
  const results = await run([
    check(1, { language: "rust" }),
    check(2, { language: "py" }),
    check(3, { language: "" }),
  ]);
  expect(results.map(({ outcome, problem }) => [outcome, problem])).toEqual([
    ["unrun", "Nothing here runs rust."],
    ["unrun", "This site does not serve what runs Python."],
    ["unrun", "It names no language."],
  ]);
  expect(program).not.toHaveBeenCalled();
});

test("a text's first 50 blocks are run", async () => {
  const results = await run(Array.from({ length: 52 }, (_, index) => check(index + 1)));
  expect(program).toHaveBeenCalledTimes(50);
  expect(outcomesOf(results).slice(49)).toEqual(["passed", "unrun", "unrun"]);
  expect(results[51]?.problem).toBe("Only the first 50 blocks of a text are run.");
});

test.each([
  ["late", "failed"],
  ["ended", "failed"],
  ["stopped", "unrun"],
  ["unavailable", "unrun"],
] as const)(
  "blocks that had not ended when a program was %s count as %s, those before keep their result",
  async (fault, outcome) => {
    program.mockResolvedValue({ results: [{ end: "ran", output: "" }], fault });
    const session = "a";
    const results = await run([check(1, { session }), check(2, { session, mode: "fails" })]);
    expect(outcomesOf(results)).toEqual(["passed", outcome]);
  },
);
