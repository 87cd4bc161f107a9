import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../setup/paths.mjs";

/**
 * A test that failed. `file` is its path from the root; what no file can be blamed for has none.
 * @typedef {{ name: string, message: string, file?: string, line?: number }} Failure
 */

/**
 * The result of one part of the tests. `failures` names what failed, if it has a name; `files` says how long each file
 * of tests took, its imports included.
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} failures
 * @property {string[]} skipped
 * @property {{ file: string, seconds: number }[]} [files]
 */

/** @param {Failure} failure */
export function describeFailure({ file, line, name, message }) {
  const place = file ? `${file}${line ? `:${line}` : ""} > ` : "";
  return `${place}${name}: ${message}`;
}

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
 * @param {readonly Pick<import("vitest/node").TestModule, "state" | "children" | "moduleId" | "diagnostic">[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {Result}
 */
export function tallyVitest(modules, unhandledErrors) {
  const result = {
    passed: 0,
    failures: unhandledErrors.map(unhandledFailure),
    skipped: /** @type {string[]} */ ([]),
    files: /** @type {{ file: string, seconds: number }[]} */ ([]),
  };
  for (const module of modules) {
    const file = relative(root, module.moduleId);
    const tests = [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      result: test.result(),
    }));
    /** @type {Failure[]} */
    const failures = tests.flatMap(({ name, result: { state, errors } }) =>
      state === "failed" ? [{ file, name, message: firstLine(errors?.[0]) }] : [],
    );
    if (module.state() === "failed" && failures.length === 0)
      failures.push({ file, name: "the whole file", message: "did not load, or its set-up failed" });
    result.failures.push(...failures);
    result.passed += tests.filter((test) => test.result.state === "passed").length;
    for (const { name, result: outcome } of tests) {
      // Left out because the set-up of its file failed, which counts already.
      const isLeftOut = module.state() === "failed" && outcome.state === "skipped" && !outcome.note;
      if (isLeftOut) continue;
      if (outcome.state === "skipped") result.skipped.push([name, outcome.note].filter(Boolean).join(": "));
      else if (outcome.state === "pending") result.skipped.push(`${name}: never ran`);
    }
    const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    result.files.push({
      file,
      seconds: toSeconds(environmentSetupDuration + setupDuration + collectDuration + duration),
    });
  }
  return { ...result, failed: result.failures.length };
}

/**
 * @param {any} error Vitest names the file that ran meanwhile
 * @returns {Failure}
 */
function unhandledFailure(error) {
  const path = error?.VITEST_TEST_PATH;
  return {
    ...(path && { file: relative(root, path) }),
    name: "outside any test",
    message: firstLine(error),
  };
}

/**
 * @param {any} report Playwright's JSON report
 * @returns {Result}
 */
export function readPlaywrightReport(report) {
  const { expected, unexpected, flaky } = report.stats;
  const tests = specsOf(report.suites).flatMap((spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      ...test,
      title: spec.title,
      file: relative(root, join(report.config.rootDir, spec.file)),
    })),
  );
  /** @type {Map<string, number>} */
  const took = new Map();
  for (const { file, results } of tests) {
    const inTest = results.reduce(
      (/** @type {number} */ sum, /** @type {any} */ run) => sum + run.duration,
      0,
    );
    took.set(file, (took.get(file) ?? 0) + inTest);
  }
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    failures: [
      ...report.errors.map((/** @type {unknown} */ error) => ({
        name: "outside any test",
        message: firstLine(error),
      })),
      ...tests.filter((test) => test.status === "unexpected" || test.status === "flaky").map(journeyFailure),
    ],
    skipped: tests
      .filter((test) => test.status === "skipped")
      .map((test) => [test.title, reasonOf(test.annotations)].filter(Boolean).join(": ")),
    files: [...took].map(([file, milliseconds]) => ({ file, seconds: toSeconds(milliseconds) })),
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
 * With the line and the locator: often all that is left of a run on another machine. Of a test that took too long it is
 * the second error that says at which step.
 * @param {any} test
 * @returns {Failure}
 */
function journeyFailure({ file, title, results }) {
  const { error: first, errors = [] } = results.at(-1) ?? {};
  const error = /Test timeout of/.test(first?.message) ? (errors[1] ?? first) : first;
  const [locator] = stripVTControlCharacters(String(error?.message)).match(/^Locator: .+$/m) ?? [];
  return {
    file,
    ...(error?.location && { line: error.location.line }),
    name: title,
    message: `${firstLine(error)}${locator ? ` (${locator})` : ""}`,
  };
}

/** @param {any} error */
function firstLine(error) {
  return stripVTControlCharacters(String(error?.message ?? error)).split("\n")[0] ?? "";
}

/** @param {{ type: string, description?: string }[]} annotations */
function reasonOf(annotations) {
  return annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
}

/** @param {number} milliseconds */
const toSeconds = (milliseconds) => Math.round(milliseconds / 100) / 10;
