import type { BlockCheck } from "@cairn/contract";
import { markedBlock } from "@tests/support/web/fake-program.ts";
import { expect, test } from "vitest";
import { lineOf } from "./check-words.ts";

const seen = (facts: Partial<BlockCheck>) =>
  lineOf(markedBlock({ ran_at: "2026-11-28T12:00:00.000Z", ...facts }), Date.UTC(2026, 11, 1));

test.each<[Partial<BlockCheck>, string | null]>([
  [{ outcome: "passed" }, "Ran in the reviewer's browser on 28 Nov, it does what the text says"],
  [{ outcome: "passed", expected: "4" }, "Ran in the reviewer's browser on 28 Nov, output matches"],
  [{ outcome: "failed", expected: "5" }, "Ran in the reviewer's browser on 28 Nov, output differs"],
  [{ outcome: "failed", mode: "fails" }, "Ran in the reviewer's browser on 28 Nov, check failed"],
  [{ outcome: "passed", language: "json" }, "Parsed in the reviewer's browser on 28 Nov, it parses"],
  [
    { outcome: "passed", language: "yaml", expected: "\n" },
    "Parsed in the reviewer's browser on 28 Nov, it parses",
  ],
  [
    { outcome: "passed", language: "json", mode: "fails" },
    "Parsed in the reviewer's browser on 28 Nov, it does not parse",
  ],
  [
    { outcome: "failed", language: "json", mode: "fails" },
    "Parsed in the reviewer's browser on 28 Nov, it parses",
  ],
  [{ outcome: "failed", mode: "compiles" }, "Parsed in the reviewer's browser on 28 Nov, it does not parse"],
  [
    { outcome: "failed", mode: "compiles", expected: "5" },
    "Parsed in the reviewer's browser on 28 Nov, output differs",
  ],
  [{ outcome: "unrun" }, null],
])("of %j readers are told: %s", (facts, line) => {
  expect(seen(facts)).toBe(line);
});
