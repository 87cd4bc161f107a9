import type { BlockResult } from "@cairn/contract";
import { createEngine, cut, describe, engineMemory, runScripts } from "@cairn/contract/interpreter";
import type { Program } from "./tasks.ts";

/**
 * Milliseconds since now, of the processor while others have it: a busy machine makes no program late. By the clock while
 * the process has more than one at once, because it also compiles.
 */
function programClock(): () => number {
  const begun = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - begun, (user + system) / 1_000);
  };
}

const newEngine = () => createEngine({ wasmMemory: new WebAssembly.Memory(engineMemory) }, programClock());

/** @throws when the program breaks the engine itself; the process must not be used again. */
export const runProgram = async ({ kind, blocks }: Program): Promise<BlockResult[]> =>
  runScripts(await newEngine(), kind === "typescript" ? kind : "javascript", blocks);

export async function parseJson({ blocks }: Program): Promise<BlockResult[]> {
  const engine = await newEngine();
  return blocks.map(({ code }) => {
    const { error } = engine.vm.evalCode(`JSON.parse(${JSON.stringify(code)}); 0`);
    return error ? { end: "broken", output: describe(engine, error) } : { end: "parsed", output: "" };
  });
}

const patternLine = /^\/(.*)\/([a-z]*)$/;

/** A line with the pattern as `/…/flags`; below it `+ text` for each text that matches and `- text` for one that does not. */
export async function tryPatterns({ blocks }: Program): Promise<BlockResult[]> {
  const engine = await newEngine();
  return blocks.map(({ code, isRun }) => {
    const [first = "", ...rest] = code.split("\n").filter((line) => line.trim() !== "");
    const [, pattern, flags] = patternLine.exec(first.trim()) ?? [];
    const odd = rest.find((line) => !/^[+-]( |$)/.test(line));
    if (pattern === undefined)
      return { end: "broken", output: "The first line must be the pattern as /…/flags." };
    if (odd !== undefined) return { end: "broken", output: `An example begins with "+ " or "- ": ${odd}` };
    const examples = rest.map((line) => ({ matches: line.startsWith("+"), text: line.slice(2) }));
    const handles = [pattern, flags, isRun ? examples : []].map((value) =>
      engine.vm.unwrapResult(engine.vm.evalCode(`(${JSON.stringify(value)})`)),
    );
    const misfits = engine.vm.getProp(engine.tools, "misfits");
    const result = engine.vm.callFunction(misfits, engine.vm.undefined, ...handles);
    if (result.error) return { end: "broken", output: describe(engine, result.error) };
    const wrong = cut(engine.vm.getString(result.value));
    if (wrong !== "") return { end: "threw", output: wrong };
    return { end: isRun ? "ran" : "parsed", output: "" };
  });
}
