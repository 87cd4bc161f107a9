import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOutcome } from "../prove/test-output.mjs";
import { root } from "../setup/paths.mjs";

const vitest = (/** @type {string} */ tests) =>
  `a.test.ts\nFIGURE 100 commits\n\n Test Files  1 passed | 1 skipped (2)\n      Tests  ${tests}\n   Start at  15:44:29\n`;

describe("a promise shown by tests", () => {
  test("is kept when all of them passed", () => {
    expect(readOutcome("durability", true, vitest("6 passed (6)"))).toEqual({
      figures: ["6 tests of durability passed", "100 commits"],
      shortfall: null,
    });
  });

  test.each([
    [
      "one of Vitest's was skipped",
      vitest("5 passed | 1 skipped (6)"),
      "not shown: 1 tests of it were skipped",
    ],
    ["all of Vitest's were skipped", vitest("2 skipped (2)"), "not shown: 2 tests of it were skipped"],
    ["one is still to be written", vitest("5 passed | 1 todo (6)"), "not shown: 1 tests of it were skipped"],
    [
      "one of Playwright's was skipped",
      "  1 skipped\n  24 passed (2.1m)\n",
      "not shown: 1 tests of it were skipped",
    ],
    ["nothing ran", "", "not shown: no test of it ran"],
  ])("is not shown when %s", (_case, output, shortfall) => {
    expect(readOutcome("it", true, output).shortfall).toBe(shortfall);
  });

  test("is not kept when a test failed, whatever else was skipped", () => {
    const output = vitest("1 failed | 5 passed | 1 skipped (7)");
    expect(readOutcome("it", false, output).shortfall).toBe("tests of it failed");
  });
});

test("the tests that show a promise are there under the names by which its run asks for them", () => {
  const files = execFileSync("git", ["ls-files", "apps", "packages", "tests"], {
    cwd: root,
    encoding: "utf8",
  });
  const promises = join(root, "tests/proofs/promises");
  const asked = readdirSync(promises).flatMap((file) =>
    [...readFileSync(join(promises, file), "utf8").matchAll(/\bfile: "([^"]+)"/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(asked.length).toBeGreaterThan(20);
  const tests = files.split("\n").filter((file) => /\.(?:test|proof)\.tsx?$/.test(file));
  expect(asked.filter((name) => !tests.some((file) => file.includes(name)))).toEqual([]);
});
