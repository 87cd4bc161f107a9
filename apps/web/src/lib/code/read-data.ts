import { parseAllDocuments } from "yaml";
import { type BlockResult, type CodeLanguage, cutOutput, type ProgramBlock } from "./program.ts";
import type { RunBlock } from "./serve-program.ts";

/** Reads JSON and YAML, and tries regular expressions, with what the browser has. */
export function readData(language: CodeLanguage): RunBlock {
  if (language === "json") return ({ code }) => parsed(() => JSON.parse(code));
  if (language === "yaml") return ({ code }) => parsed(() => throwFirst(parseAllDocuments(code)));
  return tryPattern;
}

function parsed(parse: () => unknown): BlockResult {
  try {
    parse();
    return { end: "parsed", output: "" };
  } catch (error) {
    return { end: "broken", output: cutOutput(String(error)) };
  }
}

function throwFirst(documents: ReturnType<typeof parseAllDocuments>): void {
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error) throw error;
}

/** A line with the pattern as `/…/flags`; below it `+ text` for each text that matches and `- text` for one that does not. */
function tryPattern({ code, isRun }: ProgramBlock): BlockResult {
  const [first = "", ...examples] = code.split("\n").filter((line) => line.trim() !== "");
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/.exec(first.trim()) ?? [];
  const odd = examples.find((line) => !/^[+-]( |$)/.test(line));
  if (pattern === undefined)
    return { end: "broken", output: "The first line must be the pattern as /…/flags." };
  if (odd !== undefined) return { end: "broken", output: `An example begins with "+ " or "- ": ${odd}` };
  const made = parsed(() => new RegExp(pattern, flags));
  if (made.end === "broken" || !isRun) return made;
  const wrong = examples.flatMap((line) => {
    // A new one for each: with the flag g or y it remembers where the last match ended.
    const matches = new RegExp(pattern, flags).test(line.slice(2));
    if (matches === line.startsWith("+")) return [];
    return [`${matches ? "matches" : "does not match"}: ${line.slice(2)}`];
  });
  return wrong.length > 0
    ? { end: "threw", output: cutOutput(wrong.join("\n")) }
    : { end: "ran", output: "" };
}
