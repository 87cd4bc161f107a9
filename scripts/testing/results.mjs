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
 * @param {any} report Vitest's JSON report
 * @returns {Result}
 */
export function readVitestReport(report) {
  /** @type {Result} */
  const result = { passed: 0, failed: 0, skipped: [] };
  for (const file of report.testResults) {
    const tests = file.assertionResults;
    const failed = tests.filter((/** @type {any} */ test) => test.status === "failed").length;
    result.passed += tests.filter((/** @type {any} */ test) => test.status === "passed").length;
    // A file that fails without a failing test did not even load.
    result.failed += file.status === "failed" ? Math.max(failed, 1) : failed;
    for (const test of tests) {
      if (test.status !== "passed" && test.status !== "failed") result.skipped.push(test.fullName);
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
