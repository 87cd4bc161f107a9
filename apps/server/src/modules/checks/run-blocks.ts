import { type BlockCheck, type BlockResult, limits, programFaults } from "@cairn/contract";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Cage } from "./cage/cage.ts";
import type { ProgramKind } from "./cage/tasks.ts";
import { judge } from "./checks.policy.ts";
import { engineOf, kindOf } from "./engines.ts";

/** Milliseconds for all programs of one text; what has not begun by then counts as failed. */
const textMs = 30_000;

interface Program {
  readonly kind: ProgramKind;
  readonly blocks: CheckedBlock[];
}

/** Blocks of one language and session are one program; every other block is one by itself. */
function programsOf(blocks: readonly CheckedBlock[]): Program[] {
  const programs = new Map<string, Program>();
  for (const block of blocks) {
    const kind = kindOf(block.language);
    if (kind === undefined) continue;
    const key = block.session === null ? `block ${block.block}` : `session ${kind} ${block.session}`;
    const program = programs.get(key) ?? { kind, blocks: [] };
    program.blocks.push(block);
    programs.set(key, program);
  }
  return [...programs.values()];
}

/** Runs the blocks of one text, one program after another. @throws if a process cannot be started */
export async function runBlocks(
  blocks: readonly CheckedBlock[],
  cageOf: (kind: ProgramKind) => Cage,
  clock: Clock,
): Promise<BlockCheck[]> {
  const begun = performance.now();
  const checks = new Map<number, BlockCheck>();
  for (const { kind, blocks: parts } of programsOf(blocks.slice(0, limits.checkedBlocks))) {
    const isLate = performance.now() - begun > textMs;
    const asked = {
      kind,
      blocks: parts.map(({ code, mode }) => ({ code, isRun: mode !== "compiles" })),
    };
    const answer = isLate ? "late" : (await cageOf(kind).run(asked)).answer;
    for (const [index, part] of parts.entries()) {
      const result: BlockResult | undefined =
        typeof answer === "string" ? { end: "threw", output: programFaults[answer] } : answer[index];
      if (!result) continue;
      const isFault = typeof answer === "string";
      // A program that had to be killed has not failed in the way that its text describes.
      const verdict = isFault ? { outcome: "failed" as const, output: result.output } : judge(part, result);
      checks.set(part.block, {
        block: part.block,
        language: part.language,
        engine: engineOf[kind],
        ran_at: clock().toISOString(),
        ...(part.session !== null && { session: part.session }),
        ...(part.mode === "compiles" && { compiles_only: true }),
        ...verdict,
      });
    }
  }
  return blocks.map((part) => checks.get(part.block) ?? unchecked(part));
}

export const unchecked = ({ block, language }: CheckedBlock): BlockCheck => ({
  block,
  language,
  outcome: "unchecked",
  engine: null,
  ran_at: null,
});
