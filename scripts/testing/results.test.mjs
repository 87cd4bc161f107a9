import { describe, expect, test } from "vitest";
import { readPlaywrightReport, settle, tallyVitest } from "./results.mjs";
import { countSkipped } from "./totals.mjs";

describe("a part of the tests", () => {
  test.each([
    ["fails when its program crashed with every test passed", { passed: 3, failed: 0 }, false, 1],
    ["fails when it ran nothing", { passed: 0, failed: 0 }, true, 1],
    ["keeps its own count of failures", { passed: 3, failed: 2 }, false, 2],
    ["passes when all is well", { passed: 3, failed: 0 }, true, 0],
  ])("%s", (_, counts, ok, failed) => {
    expect(settle({ ...counts, failures: [], skipped: [] }, ok).failed).toBe(failed);
  });
});

describe("a test that was skipped", () => {
  const missing = "each commit is on the disk: strace cannot run here: spawnSync strace ENOENT";
  const refused = "on a full disk: this machine does not let a test mount a disk: mount: permission denied";
  const result = { passed: 3, failed: 0, failures: [], skipped: [missing, refused] };

  test("counts as failed, by name, on a machine that has every program", () => {
    expect(countSkipped(result, true)).toEqual({
      passed: 3,
      failed: 1,
      failures: [`skipped: ${missing}`],
      skipped: [refused],
    });
  });

  test("is only named on any other machine", () => {
    expect(countSkipped(result, false)).toEqual(result);
  });
});

test("Vitest's count includes files that did not load and unhandled errors, with reasons for failures and skips", () => {
  const modules = [
    file("passed", { state: "passed" }, { state: "skipped", note: "needs strace" }, { state: "skipped" }),
    file("failed", { state: "failed", errors: [{ message: "expected 1\nto be 2" }] }, { state: "passed" }),
    file("failed"),
  ];

  expect(tallyVitest(modules, [new Error("nobody caught this")])).toEqual({
    passed: 2,
    failed: 3,
    failures: [
      "outside any test: nobody caught this",
      "a.test.ts > test 0: expected 1",
      "a.test.ts > did not load, or its set-up failed",
    ],
    skipped: ["test 1: needs strace", "test 2"],
  });
});

/**
 * @param {string} state
 * @param {...{ state: string, note?: string, errors?: { message: string }[] }} outcomes
 * @returns {any}
 */
function file(state, ...outcomes) {
  const tests = outcomes.map((outcome, index) => ({ fullName: `test ${index}`, result: () => outcome }));
  return { state: () => state, relativeModuleId: "a.test.ts", children: { allTests: () => tests } };
}

test("Playwright's report counts errors outside any test, with reasons for failures and skips", () => {
  const skip = { type: "skip", description: "needs a second screen" };
  const missed = { error: { message: "\u001b[31mno such button\u001b[39m\nCall log" } };
  const unseen = {
    error: { message: "not visible\n\nLocator: getByText('Sent')\nTimeout: 5 s", location: { line: 7 } },
  };
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: "the global setup failed" }],
    suites: [
      {
        suites: [{ specs: [{ title: "two screens", tests: [{ status: "skipped", annotations: [skip] }] }] }],
        specs: [
          { title: "one screen", file: "one.ts", tests: [{ status: "unexpected", results: [missed] }] },
          { title: "its words", file: "one.ts", tests: [{ status: "flaky", results: [unseen] }] },
        ],
      },
    ],
  };

  expect(readPlaywrightReport(report)).toEqual({
    passed: 4,
    failed: 3,
    failures: [
      "outside any test: the global setup failed",
      "one.ts > one screen: no such button",
      "one.ts:7 > its words: not visible (Locator: getByText('Sent'))",
    ],
    skipped: ["two screens: needs a second screen"],
  });
});
