/**
 * What a part of the tests came to.
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Result
 */

/**
 * A program that fails counts as one failure even if none of its tests did (a crash, an unhandled rejection), and so
 * does one that ran nothing: silence is no proof.
 * @param {Result} result
 * @param {boolean} ok whether the program itself was content
 * @returns {Result}
 */
export function settle(result, ok) {
  const ranNothing = result.passed + result.failed === 0;
  return result.failed === 0 && (!ok || ranNothing) ? { ...result, failed: 1 } : result;
}

/**
 * @param {readonly Pick<import("vitest/node").TestModule, "state" | "children">[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {Result}
 */
export function tallyVitest(modules, unhandledErrors) {
  /** @type {Result} */
  const result = { passed: 0, failed: unhandledErrors.length, skipped: [] };
  for (const module of modules) {
    const tests = [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      result: test.result(),
    }));
    const failed = tests.filter((test) => test.result.state === "failed").length;
    // A file that fails without a failing test did not load, or its set-up failed.
    result.failed += module.state() === "failed" ? Math.max(failed, 1) : failed;
    result.passed += tests.filter((test) => test.result.state === "passed").length;
    for (const { name, result: outcome } of tests) {
      if (outcome.state === "skipped") result.skipped.push([name, outcome.note].filter(Boolean).join(": "));
      else if (outcome.state === "pending") result.skipped.push(`${name}: never ran`);
    }
  }
  return result;
}

/**
 * @param {any} report Playwright's JSON report
 * @returns {Result}
 */
export function readPlaywrightReport(report) {
  const { expected, unexpected, flaky } = report.stats;
  const tests = specsOf(report.suites).flatMap((spec) =>
    spec.tests.map((/** @type {any} */ test) => ({ ...test, title: spec.title })),
  );
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    skipped: tests
      .filter((test) => test.status === "skipped")
      .map((test) => [test.title, reasonOf(test.annotations)].filter(Boolean).join(": ")),
  };
}

/**
 * @param {any[]} suites
 * @returns {any[]}
 */
function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);
}

/** @param {{ type: string, description?: string }[]} annotations */
function reasonOf(annotations) {
  return annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
}
