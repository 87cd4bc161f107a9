import { type ProgramBlock, programMs, type ScriptKind } from "@cairn/contract";
import wasmUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import { fetchBytes, loadOnce, type RunAnswer, runInWorker, workerAddress } from "./run-in-worker.ts";
import type { ScriptTask } from "./script-worker.ts";
import workerUrl from "./script-worker.ts?worker&url";

const address = workerAddress("cairn-worker", workerUrl);
const engine = loadOnce(() => fetchBytes(wasmUrl));

/** Runs blocks of JavaScript or TypeScript one after another. */
export const runScript = (
  kind: ScriptKind,
  blocks: readonly ProgramBlock[],
  signal: AbortSignal,
): Promise<RunAnswer> =>
  runInWorker({
    address,
    type: "classic",
    task: engine().then((wasm): ScriptTask => ({ wasm, kind, blocks })),
    programMs,
    signal,
  });
