import type { BlockCheck } from "@cairn/contract";
import { judge } from "./judge.ts";
import type { MarkedResult } from "./marked-run.ts";
import { type CodeLanguage, languageOf } from "./program.ts";
import { type ProgramFault, programSeconds, runProgram } from "./run-program.ts";

/** Marked blocks of a text that are run; those after them are not. */
const mostBlocks = 50;

export const faultWords: Record<ProgramFault, string> = {
  late: `It ran longer than ${programSeconds} seconds.`,
  ended: "It broke what runs it, or took more memory than it may have.",
  stopped: "Stopped.",
  unavailable: "What runs it could not be loaded.",
};

interface Program {
  readonly language: CodeLanguage;
  readonly checks: BlockCheck[];
}

/** The language in which this browser runs a block; undefined where it runs none of the kind. */
export function runnableAs({ language }: Pick<BlockCheck, "language">, runsPython: boolean) {
  const known = languageOf(language);
  return known === "python" && !runsPython ? undefined : known;
}

/** Blocks of one language and session are one program; every other block is one by itself. */
function programsOf(checks: readonly BlockCheck[], runsPython: boolean): Program[] {
  const programs = new Map<string, Program>();
  for (const check of checks) {
    const language = runnableAs(check, runsPython);
    if (language === undefined) continue;
    const key = check.session === undefined ? `block ${check.block}` : `session ${language} ${check.session}`;
    const program = programs.get(key) ?? { language, checks: [] };
    program.checks.push(check);
    programs.set(key, program);
  }
  return [...programs.values()];
}

/** Runs the marked blocks of a text, one program after another, and tells of each block. Aborted: the rest is not run. */
export async function runMarked(
  all: readonly BlockCheck[],
  runsPython: boolean,
  signal: AbortSignal,
  onResult: (result: MarkedResult) => void,
): Promise<void> {
  const checks = all.slice(0, mostBlocks);
  for (const check of all) {
    const isRun = checks.includes(check) && runnableAs(check, runsPython) !== undefined;
    if (!isRun)
      onResult({ check, outcome: "unrun", output: "", problem: whyNot(check, checks.includes(check)) });
  }
  const missing = new Set<CodeLanguage>();
  for (const program of programsOf(checks, runsPython)) {
    const blocks = program.checks.map(({ code, mode }) => ({ code, isRun: mode !== "compiles" }));
    // What could not be loaded once is not waited for again.
    const { results, fault } = missing.has(program.language)
      ? { results: [], fault: "unavailable" as const }
      : await runProgram(program.language, blocks, signal);
    if (fault === "unavailable") missing.add(program.language);
    for (const [index, check] of program.checks.entries()) {
      const result = results[index];
      onResult(
        result
          ? { check, outcome: judge(check, result), output: result.output, problem: null }
          : { check, ...withoutResult(fault ?? "ended") },
      );
    }
  }
}

function whyNot({ language }: BlockCheck, isWithin: boolean): string {
  if (!isWithin) return `Only the first ${mostBlocks} blocks of a text are run.`;
  if (languageOf(language) === "python") return "This site does not serve what runs Python.";
  return language ? `Nothing here runs ${language}.` : "It names no language.";
}

/** A program that was too slow or too large has failed; one that was stopped or had no engine was not run. */
function withoutResult(fault: ProgramFault): Omit<MarkedResult, "check"> {
  const outcome = fault === "late" || fault === "ended" ? "failed" : "unrun";
  return { outcome, output: "", problem: faultWords[fault] };
}
