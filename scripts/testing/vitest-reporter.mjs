import { writeFileSync } from "node:fs";
import { tallyVitest } from "./results.mjs";

/** Writes the run's result to the file in CAIRN_VITEST_RESULT. Vitest's own JSON omits why a test was skipped. */
export default class ResultReporter {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const path = process.env.CAIRN_VITEST_RESULT;
    if (path) writeFileSync(path, JSON.stringify(tallyVitest(modules, unhandledErrors)));
  }
}
