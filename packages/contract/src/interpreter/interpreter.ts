import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from "quickjs-emscripten-core";
import { transform } from "sucrase";
import {
  type BlockResult,
  type ProgramBlock,
  programFaults,
  programOutputLength,
  type ScriptKind,
} from "../programs.ts";
import { prelude } from "./prelude.ts";

/** Runs the code blocks of articles, on the server and in the reader's browser (docs/rules.md#d134). */

/** Milliseconds for all blocks of a program, a little before its process or worker is ended. */
const deadlineMs = 1_800;

/**
 * 16 MB that the engine begins with and 32 MB for the program's heap, in pages of 64 KB. QuickJS counts only the number
 * of allocations when it is compiled to WebAssembly, so its own memory limit does not hold: this one does.
 */
export const engineMemory = { initial: 256, maximum: 768 };
/** Bytes. Low enough that QuickJS reports an overflow before the WebAssembly engine does. */
const stackSize = 192 * 1024;

/** Its memory, made of `engineMemory`, and its compiled bytes where it cannot find them by itself. */
export type EngineParts = Parameters<typeof newVariant>[1];

export interface Engine {
  readonly vm: QuickJSContext;
  readonly tools: QuickJSHandle;
  /** Calls one of the prelude's functions with values that JSON can carry. */
  call(name: string, ...values: readonly unknown[]): unknown;
}

/**
 * A new engine without any function that reaches out of it. Its time begins now, and is read from `clock`, in
 * milliseconds.
 */
export async function createEngine(parts: EngineParts, clock: () => number = Date.now): Promise<Engine> {
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, parts));
  const runtime = quickjs.newRuntime({ maxStackSizeBytes: stackSize });
  const end = clock() + deadlineMs;
  runtime.setInterruptHandler(() => clock() > end);
  const vm = runtime.newContext();
  const tools = vm.unwrapResult(vm.evalCode(prelude));

  function call(name: string, ...values: readonly unknown[]): unknown {
    const handles = values.map((value) => vm.unwrapResult(vm.evalCode(`(${JSON.stringify(value)})`)));
    return vm.dump(vm.unwrapResult(vm.callFunction(vm.getProp(tools, name), vm.undefined, ...handles)));
  }
  return { vm, tools, call };
}

/** The error's name and message: its stack names nothing that the writer knows. */
export function describe({ vm, tools }: Engine, error: QuickJSHandle): string {
  const result = vm.callFunction(vm.getProp(tools, "describe"), vm.undefined, error);
  // Its getters may run as long as the program itself.
  const words = result.error ? interrupted : vm.getString(result.value);
  return words === interrupted ? programFaults.late : words;
}

const interrupted = "InternalError: interrupted";

export const cut = (text: string) =>
  text.length > programOutputLength ? `${text.slice(0, programOutputLength)}\n…` : text;

/** The code as QuickJS takes it; a module only where it uses what scripts lack. Null: broken, with the reason. */
function compile(engine: Engine, code: string): { type: "global" | "module" } | { problem: string } {
  const script = engine.vm.evalCode(code, "example.js", { type: "global", compileOnly: true });
  if (!script.error) return { type: "global" };
  const module = engine.vm.evalCode(code, "example.js", { type: "module", compileOnly: true });
  return module.error ? { problem: describe(engine, script.error) } : { type: "module" };
}

/** Runs what the code left behind, until nothing is left or something throws. */
function settle(engine: Engine): QuickJSHandle | null {
  const { vm, tools } = engine;
  for (;;) {
    const jobs = vm.runtime.executePendingJobs();
    if (jobs.error) return jobs.error;
    const ticked = vm.callFunction(vm.getProp(tools, "tick"), vm.undefined);
    if (ticked.error) return ticked.error;
    if (vm.dump(ticked.value) !== true && !vm.runtime.hasPendingJob()) return null;
  }
}

function run(engine: Engine, code: string, isRun: boolean): BlockResult {
  const { vm } = engine;
  const compiled = compile(engine, code);
  if ("problem" in compiled) return { end: "broken", output: compiled.problem };
  if (!isRun) return { end: "parsed", output: "" };
  const result = vm.evalCode(code, "example.js", { type: compiled.type });
  const thrown = result.error ?? settle(engine) ?? rejectionOf(vm, compiled.type, result.value);
  const problem = thrown && describe(engine, thrown);
  const printed = String(engine.call("take"));
  return {
    end: thrown ? "threw" : "ran",
    output: cut([printed, problem].filter((part) => part !== null && part !== "").join("\n")),
  };
}

/** A module's value is a promise, which fails when the module throws. */
function rejectionOf(
  vm: QuickJSContext,
  type: string,
  value: QuickJSHandle | undefined,
): QuickJSHandle | null {
  if (type !== "module" || !value) return null;
  const state = vm.getPromiseState(value);
  return state.type === "rejected" ? state.error : null;
}

/** Runs blocks one after another in one engine. @throws when they break it; it must not be used again. */
export const runScripts = (
  engine: Engine,
  kind: ScriptKind,
  blocks: readonly ProgramBlock[],
): BlockResult[] =>
  blocks.map(({ code, isRun }) => {
    const script = kind === "typescript" ? withoutTypes(code) : { code };
    return "problem" in script ? { end: "broken", output: script.problem } : run(engine, script.code, isRun);
  });

function withoutTypes(source: string): { code: string } | { problem: string } {
  try {
    return {
      code: transform(source, {
        transforms: ["typescript"],
        disableESTransforms: true,
        keepUnusedImports: true,
      }).code,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
