import { SourceProblem } from "./source-problem.ts";

/** @throws SourceProblem without the parser's words, which repeat what came. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new SourceProblem("it is no JSON");
  }
}
