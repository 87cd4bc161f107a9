import { describe, expect, test } from "vitest";
import { readPlaywrightReport, settle, tallyVitest } from "./results.mjs";

describe("a part of the tests", () => {
  test.each([
    ["fails when its program crashed with every test passed", { passed: 3, failed: 0 }, false, 1],
    ["fails when it ran nothing", { passed: 0, failed: 0 }, true, 1],
    ["keeps its own count of failures", { passed: 3, failed: 2 }, false, 2],
    ["passes when all is well", { passed: 3, failed: 0 }, true, 0],
  ])("%s", (_, counts, ok, failed) => {
    expect(settle({ ...counts, skipped: [] }, ok).failed).toBe(failed);
  });
});

test("Vitest's count has each file that did not load and each unhandled error, and says why tests were skipped", () => {
  const modules = [
    file("passed", { state: "passed" }, { state: "skipped", note: "needs strace" }, { state: "skipped" }),
    file("failed", { state: "failed" }, { state: "passed" }),
    file("failed"),
  ];

  expect(tallyVitest(modules, [new Error("nobody caught this")])).toEqual({
    passed: 2,
    failed: 3,
    skipped: ["test 1: needs strace", "test 2"],
  });
});

/**
 * @param {string} state
 * @param {...{ state: string, note?: string }} outcomes
 * @returns {any}
 */
function file(state, ...outcomes) {
  const tests = outcomes.map((outcome, index) => ({ fullName: `test ${index}`, result: () => outcome }));
  return { state: () => state, children: { allTests: () => tests } };
}

test("Playwright's report counts errors outside any test and says why a journey was skipped", () => {
  const skip = { type: "skip", description: "needs a second screen" };
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: "the global setup failed" }],
    suites: [
      {
        suites: [{ specs: [{ title: "two screens", tests: [{ status: "skipped", annotations: [skip] }] }] }],
      },
    ],
  };

  expect(readPlaywrightReport(report)).toEqual({
    passed: 4,
    failed: 3,
    skipped: ["two screens: needs a second screen"],
  });
});
