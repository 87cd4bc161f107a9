import { describe, expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport, settle } from "./results.mjs";

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

test("Vitest's report counts a file that did not load as a failure and names what was skipped", () => {
  const report = {
    testResults: [
      {
        status: "passed",
        assertionResults: [{ status: "passed" }, { status: "skipped", fullName: "a later one" }],
      },
      { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };

  expect(readVitestReport(report)).toEqual({ passed: 2, failed: 2, skipped: ["a later one"] });
});

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
