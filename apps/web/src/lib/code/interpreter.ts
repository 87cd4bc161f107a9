import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from "quickjs-emscripten-core";
import { transform } from "sucrase";
import { prelude } from "./prelude.ts";
import { type BlockResult, cutOutput, type ProgramBlock } from "./program.ts";
import type { RunBlock } from "./serve-program.ts";

/** Runs JavaScript in QuickJS, which is WebAssembly without any function that reaches outside. */

/**
 * 16 MB that the engine begins with and 32 MB for the program's heap, in pages of 64 KB. QuickJS counts only the number
 * of allocations when it is compiled to WebAssembly, so its own memory limit does not hold: this one does.
 */
const engineMemory = { initial: 256, maximum: 768 };
/** Bytes. Low enough that QuickJS reports an overflow before the WebAssembly engine does. */
const stackSize = 192 * 1024;

const fileName = "example.js";

interface Engine {
  readonly vm: QuickJSContext;
  readonly tools: QuickJSHandle;
}

async function createEngine(wasmBinary: ArrayBuffer): Promise<Engine> {
  const wasmMemory = new WebAssembly.Memory(engineMemory);
  // Without a location it makes an address of its own, which fails in a worker that has none.
  const parts = newVariant(variant, { wasmMemory, wasmBinary, wasmLocation: "quickjs.wasm" });
  const quickjs = await newQuickJSWASMModuleFromVariant(parts);
  const vm = quickjs.newRuntime({ maxStackSizeBytes: stackSize }).newContext();
  return { vm, tools: vm.unwrapResult(vm.evalCode(prelude)) };
}

/** The error's name and message: its stack names nothing that the writer knows. */
function describe({ vm, tools }: Engine, error: QuickJSHandle): string {
  const result = vm.callFunction(vm.getProp(tools, "describe"), vm.undefined, error);
  return result.error ? "It ended with an error that cannot be shown." : vm.getString(result.value);
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

/** Code is a script, or a module where it uses what scripts lack. */
function run(engine: Engine, { code, isRun }: ProgramBlock): BlockResult {
  const { vm } = engine;
  const { error: noScript } = vm.evalCode(code, fileName, { type: "global", compileOnly: true });
  const isModule = noScript !== undefined && /\b(?:await|import|export)\b/.test(code);
  if (noScript && !isModule) return { end: "broken", output: describe(engine, noScript) };
  if (!isRun && !isModule) return { end: "parsed", output: "" };
  // Compiling a module without running it can break the engine, so what is run is not compiled before.
  const type = isModule ? "module" : "global";
  const result = vm.evalCode(code, fileName, { type, compileOnly: !isRun });
  if (isModule && result.error) return { end: "broken", output: describe(engine, result.error) };
  if (!isRun) return { end: "parsed", output: "" };
  const problem = result.error ? describe(engine, result.error) : finish(engine, isModule, result.value);
  const take = vm.getProp(engine.tools, "take");
  const printed = vm.getString(vm.unwrapResult(vm.callFunction(take, vm.undefined)));
  return {
    end: problem === null ? "ran" : "threw",
    output: cutOutput([printed, problem].filter((part) => part !== null && part !== "").join("\n")),
  };
}

/** Runs to the end what has begun; answers why it failed, or null. */
function finish(engine: Engine, isModule: boolean, value: QuickJSHandle): string | null {
  const { vm, tools } = engine;
  // A script that ends with the call of an async function has failed if that fails.
  if (!isModule) vm.callFunction(vm.getProp(tools, "watch"), vm.undefined, value);
  const thrown = settle(engine);
  if (thrown) return describe(engine, thrown);
  // A module's value is a promise, which fails when the module throws, and stays open when it waits for what never comes.
  const state = isModule ? vm.getPromiseState(value) : null;
  if (state?.type === "rejected") return describe(engine, state.error);
  return state?.type === "pending" ? "It waits for something that never comes." : null;
}

/** A new engine. @throws when a program breaks it; it must not be used again. */
export async function startScripts(wasm: ArrayBuffer, hasTypes: boolean): Promise<RunBlock> {
  const engine = await createEngine(wasm);
  return (block) => {
    const script = hasTypes ? withoutTypes(block.code) : block;
    return "problem" in script
      ? { end: "broken", output: script.problem }
      : run(engine, { ...block, code: script.code });
  };
}

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
