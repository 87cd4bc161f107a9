import type { BlockResult } from "@cairn/contract";
import { parseAllDocuments } from "yaml";
import { parseByGrammar } from "./grammars.ts";
import { parseJson, runProgram, tryPatterns } from "./quickjs.ts";
import type { Program, ProgramAnswer } from "./tasks.ts";

/**
 * The process in which members' programs run. It has no settings and no secrets; the programs have QuickJS and nothing
 * that reaches out of it. Its parent kills it when there is no answer in time.
 */
const runners: Record<Exclude<Program["kind"], "sql">, (program: Program) => Promise<ProgramAnswer>> = {
  javascript: runProgram,
  typescript: runProgram,
  json: parseJson,
  regex: tryPatterns,
  yaml: async ({ blocks }) => blocks.map(({ code }) => parseYaml(code)),
  go: parseByGrammar,
  python: parseByGrammar,
};

function parseYaml(code: string): BlockResult {
  const [error] = parseAllDocuments(code).flatMap(({ errors }) => errors);
  return error ? { end: "broken", output: error.message } : { end: "parsed", output: "" };
}

process.on("message", async (program: Program) => {
  if (program.kind === "sql") return;
  // What breaks the engine ends the process: the asker sees that it is gone.
  const answer = await runners[program.kind](program).catch(() => process.exit(1));
  process.send?.({ answer, memory: process.memoryUsage.rss() });
});
process.send?.("ready");
