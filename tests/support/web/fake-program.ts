import type { BlockCheck } from "@cairn/contract";
import { type Mock, vi } from "vitest";
import type { runProgram } from "../../../apps/web/src/lib/code/run-program.ts";

/**
 * Stands in for the frame in which a browser runs code, which jsdom has not (tests/journeys/code-frame.ts has it). Each
 * block prints its own text, unless a test says otherwise.
 */
export const program: Mock<typeof runProgram> = vi.fn();

export function forgetPrograms(): void {
  program.mockReset().mockImplementation(async (_language, blocks) => ({
    results: blocks.map(({ code, isRun }) => ({ end: isRun ? "ran" : "parsed", output: code })),
    fault: null,
  }));
}
forgetPrograms();

/** A block that says `check`, of a text about which nobody has decided. */
export const markedBlock = (facts: Partial<BlockCheck> = {}): BlockCheck => ({
  block: 1,
  language: "js",
  code: "4",
  mode: "runs",
  outcome: "unrun",
  ran_at: null,
  by: null,
  ...facts,
});
