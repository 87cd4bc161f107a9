/** @typedef {import("./results.mjs").Result} Result */

/**
 * Says what each part came to, then the plain line over all of them, and sets the exit status by it: silence is no
 * proof.
 * @param {readonly { title: string, result: Result, took: string }[]} parts
 */
export function closeWithTotals(parts) {
  console.log("");
  let passed = 0;
  let failed = 0;
  for (const { title, result, took } of parts) {
    passed += result.passed;
    failed += result.failed;
    console.log(`${title}: ${result.passed} passed, ${result.failed} failed ${took && `in ${took}`}`);
    for (const failure of result.failures) console.log(`  failed: ${failure}`);
    for (const test of result.skipped) console.log(`  skipped: ${test}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
