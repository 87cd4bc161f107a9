import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { describeFailure, readPlaywrightReport, settle, tallyVitest } from "./results.mjs";
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
      failures: [{ name: "skipped", message: missing }],
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
    file("failed", { state: "skipped" }),
  ];

  const nobody = new Error("nobody caught this");
  const timer = Object.assign(new Error("a timer's"), { VITEST_TEST_PATH: join(root, "apps/b.test.ts") });
  expect(tallyVitest(modules, [nobody, timer])).toEqual({
    passed: 2,
    failed: 4,
    failures: [
      { name: "outside any test", message: "nobody caught this" },
      { file: "apps/b.test.ts", name: "outside any test", message: "a timer's" },
      { file: "apps/a.test.ts", name: "test 0", message: "expected 1" },
      { file: "apps/a.test.ts", name: "the whole file", message: "did not load, or its set-up failed" },
    ],
    skipped: ["test 1: needs strace", "test 2"],
    files: Array.from({ length: 3 }, () => ({ file: "apps/a.test.ts", seconds: 1.5 })),
  });
});

/**
 * @param {string} state
 * @param {...{ state: string, note?: string, errors?: { message: string }[] }} outcomes
 * @returns {any}
 */
function file(state, ...outcomes) {
  const tests = outcomes.map((outcome, index) => ({ fullName: `test ${index}`, result: () => outcome }));
  const took = { environmentSetupDuration: 100, setupDuration: 200, collectDuration: 300, duration: 900 };
  return {
    state: () => state,
    moduleId: join(root, "apps/a.test.ts"),
    children: { allTests: () => tests },
    diagnostic: () => took,
  };
}

test("Playwright's report counts errors outside any test, with reasons for failures and skips", () => {
  const skip = { type: "skip", description: "needs a second screen" };
  const missed = { duration: 1000, error: { message: "\u001b[31mno such button\u001b[39m\nCall log" } };
  const unseen = {
    duration: 2000,
    error: { message: "not visible\n\nLocator: getByText('Sent')\nTimeout: 5 s", location: { line: 7 } },
  };
  const late = { message: "Test timeout of 180000ms exceeded." };
  const step = { message: "page.goto: Test timeout of 180000ms exceeded.", location: { line: 9 } };
  const tooLong = { duration: 0, error: late, errors: [late, step] };
  const report = {
    config: { rootDir: join(root, "tests/journeys") },
    stats: { expected: 4, unexpected: 2, flaky: 1, skipped: 1 },
    errors: [{ message: "the global setup failed" }],
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: "two screens",
                file: "one.ts",
                tests: [{ status: "skipped", annotations: [skip], results: [] }],
              },
            ],
          },
        ],
        specs: [
          { title: "one screen", file: "one.ts", tests: [{ status: "unexpected", results: [missed] }] },
          { title: "its words", file: "one.ts", tests: [{ status: "flaky", results: [unseen] }] },
          { title: "its page", file: "one.ts", tests: [{ status: "unexpected", results: [tooLong] }] },
        ],
      },
    ],
  };

  const result = readPlaywrightReport(report);
  expect(result).toMatchObject({
    passed: 4,
    failed: 4,
    skipped: ["two screens: needs a second screen"],
    files: [{ file: "tests/journeys/one.ts", seconds: 3 }],
  });
  expect(result.failures.map(describeFailure)).toEqual([
    "outside any test: the global setup failed",
    "tests/journeys/one.ts > one screen: no such button",
    "tests/journeys/one.ts:7 > its words: not visible (Locator: getByText('Sent'))",
    "tests/journeys/one.ts:9 > its page: page.goto: Test timeout of 180000ms exceeded.",
  ]);
});
