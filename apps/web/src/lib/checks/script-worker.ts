import type { ProgramBlock, ScriptKind } from "@cairn/contract";
import { createEngine, engineMemory, runScripts } from "@cairn/contract/interpreter";
import type { WorkerMessage } from "./run-in-worker.ts";

/** What the page asks: the engine's compiled bytes, which the worker may not fetch, and the program. */
export interface ScriptTask {
  readonly wasm: ArrayBuffer;
  readonly kind: ScriptKind;
  readonly blocks: readonly ProgramBlock[];
}

const tell = (message: WorkerMessage) => self.postMessage(message);

addEventListener("message", async ({ data }: MessageEvent<ScriptTask>) => {
  try {
    const wasmMemory = new WebAssembly.Memory(engineMemory);
    const engine = await createEngine({ wasmMemory, wasmBinary: data.wasm });
    tell("ready");
    tell(runScripts(engine, data.kind, data.blocks));
  } catch {
    tell("failed");
  }
});
