/** Matches figures that tests print for people; the rest of their output is shown only when they fail. */
const figure = /^.*?FIGURE (.+)$/gm;

/**
 * Reads the outcome from the last lines of Vitest or Playwright. A skipped test has shown nothing, so neither is a
 * promise shown that relies on it.
 * @param {string} name of what was run
 * @param {boolean} ok whether the program was content
 * @param {string} output without colours
 * @returns {import("../../tests/support/promises/promise.ts").Outcome}
 */
export function readOutcome(name, ok, output) {
  const [passed, skipped] = [
    countOf(output, "passed"),
    countOf(output, "skipped") + countOf(output, "todo") + countOf(output, "did not run"),
  ];
  return {
    figures: [
      `${passed} tests of ${name} passed`,
      ...(skipped > 0 ? [`${skipped} tests of ${name} were skipped`] : []),
      ...[...output.matchAll(figure)].map(([, line = ""]) => line),
    ],
    shortfall: shortfallOf(name, ok, passed, skipped),
  };
}

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {number} passed
 * @param {number} skipped
 */
function shortfallOf(name, ok, passed, skipped) {
  if (!ok) return `tests of ${name} failed`;
  if (skipped > 0) return `not shown: ${skipped} tests of ${name} were skipped`;
  return passed === 0 ? `not shown: no test of ${name} ran` : null;
}

/**
 * The last line that counts tests wins: Vitest counts its files first.
 * @param {string} output
 * @param {string} word
 */
function countOf(output, word) {
  const lines = output
    .split("\n")
    .filter((line) => /^\s*(Tests\s+)?\d+ \w+/.test(line) && !/^\s*Test Files/.test(line));
  const counts = lines.flatMap((line) => {
    const found = new RegExp(`\\b(\\d+) ${word}\\b`).exec(line);
    return found ? [Number(found[1])] : [];
  });
  return counts.at(-1) ?? 0;
}
