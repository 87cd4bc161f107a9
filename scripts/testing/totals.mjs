/** @typedef {import("./results.mjs").Result} Result */

/** A skip that is allowed even with every program installed, recognised by its reason. */
const beyondPrograms = /: this machine does not let a test mount a disk/;

/**
 * The continuous integration installs every program that a test needs, so a test that is skipped there has not shown
 * what it is there for.
 * @param {Result} result
 * @param {boolean} isComplete whether this machine should have everything
 * @returns {Result}
 */
export function countSkipped(result, isComplete) {
  const missed = isComplete ? result.skipped.filter((test) => !beyondPrograms.test(test)) : [];
  return {
    ...result,
    failed: result.failed + missed.length,
    failures: [...result.failures, ...missed.map((test) => `skipped: ${test}`)],
    skipped: result.skipped.filter((test) => !missed.includes(test)),
  };
}

/**
 * Prints each part's result, then the total line, and sets the exit status from it; a run in which no test passed
 * fails.
 * @param {readonly { title: string, result: Result, took: string }[]} parts
 */
export function closeWithTotals(parts) {
  console.log("");
  let passed = 0;
  let failed = 0;
  for (const { title, result: counted, took } of parts) {
    const result = countSkipped(counted, process.env.CI === "true");
    passed += result.passed;
    failed += result.failed;
    console.log(`${title}: ${result.passed} passed, ${result.failed} failed ${took && `in ${took}`}`);
    for (const failure of result.failures) console.log(`  failed: ${failure}`);
    for (const test of result.skipped) console.log(`  skipped: ${test}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
