import { expect, test } from "vitest";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";
import { outcomesOf, toBlockChecks } from "./code-checks.policy.ts";

const block = (number: number): CheckedBlock => ({
  block: number,
  language: "js",
  mode: "runs",
  session: null,
  code: "1",
  expected: null,
});

test("a text whose blocks nobody knows passes only with a note, and nothing is said of its code", () => {
  const seen = [{ block: 1, outcome: "passed" }] as const;
  for (const note of [null, ""]) {
    expect(() => outcomesOf(null, [...seen], note)).toThrow(
      expect.objectContaining({ code: "checks_failed" }),
    );
  }
  expect(outcomesOf(null, [...seen], "I read it.")).toBeNull();
});

test("a block that was not in the decision counts as not run", () => {
  const decided = {
    outcomes: [{ block: 1, outcome: "passed" as const }],
    at: new Date(0),
    by: { id: 7, name: "Rana" },
  };
  expect(toBlockChecks([block(1), block(2)], decided)).toMatchObject([
    { outcome: "passed", ran_at: "1970-01-01T00:00:00.000Z", by: { id: 7 } },
    { outcome: "unrun", ran_at: null, by: null },
  ]);
});
