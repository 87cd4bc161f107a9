import { stripVTControlCharacters } from "node:util";

/**
 * The result of one part of the tests. `failures` names what failed, if it has a name.
 * @typedef {{ passed: number, failed: number, failures: string[], skipped: string[] }} Result
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
 * @param {readonly Pick<import("vitest/node").TestModule, "state" | "children" | "relativeModuleId">[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {Result}
 */
export function tallyVitest(modules, unhandledErrors) {
  /** @type {Result} */
  const result = { passed: 0, failed: unhandledErrors.length, failures: [], skipped: [] };
  for (const error of unhandledErrors) result.failures.push(`outside any test: ${firstLine(error)}`);
  for (const module of modules) {
    const tests = [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      result: test.result(),
    }));
    const failures = tests.flatMap(({ name, result: { state, errors } }) =>
      state === "failed" ? [`${name}: ${firstLine(errors?.[0])}`] : [],
    );
    if (module.state() === "failed" && failures.length === 0)
      failures.push("did not load, or its set-up failed");
    result.failed += failures.length;
    result.failures.push(...failures.map((failure) => `${module.relativeModuleId} > ${failure}`));
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
    spec.tests.map((/** @type {any} */ test) => ({ ...test, title: spec.title, file: spec.file })),
  );
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    failures: [
      ...report.errors.map((/** @type {unknown} */ error) => `outside any test: ${firstLine(error)}`),
      ...tests.filter((test) => test.status === "unexpected" || test.status === "flaky").map(failureOf),
    ],
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

/**
 * With the line and the locator: often all that is left of a run on another machine.
 * @param {any} test
 */
function failureOf({ file, title, results }) {
  const error = results.at(-1)?.error;
  const line = error?.location ? `:${error.location.line}` : "";
  const [locator] = stripVTControlCharacters(String(error?.message)).match(/^Locator: .+$/m) ?? [];
  return `${file}${line} > ${title}: ${firstLine(error)}${locator ? ` (${locator})` : ""}`;
}

/** @param {any} error */
function firstLine(error) {
  return stripVTControlCharacters(String(error?.message ?? error)).split("\n")[0];
}

/** @param {{ type: string, description?: string }[]} annotations */
function reasonOf(annotations) {
  return annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
}
