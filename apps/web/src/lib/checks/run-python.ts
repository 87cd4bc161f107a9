import { type ProgramBlock, type PyodideFile, pyodidePath, pythonMs } from "@cairn/contract";
import type { PythonTask } from "./python-worker.ts";
import workerUrl from "./python-worker.ts?worker&url";
import { fetchBytes, loadOnce, type RunAnswer, runInWorker, workerAddress } from "./run-in-worker.ts";

const address = workerAddress("cairn-python-worker", workerUrl);

/** All that Pyodide fetches while it starts: its worker may not fetch. */
const fetched: readonly PyodideFile[] = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const engine = loadOnce(async () =>
  Object.fromEntries(
    await Promise.all(fetched.map(async (name) => [name, await fetchBytes(pyodidePath + name)] as const)),
  ),
);

/** Runs blocks of Python one after another. */
export const runPython = (blocks: readonly ProgramBlock[], signal: AbortSignal): Promise<RunAnswer> =>
  runInWorker({
    address,
    type: "module",
    task: engine().then((files): PythonTask => ({ files, blocks })),
    startMs: pythonMs.start,
    programMs: pythonMs.program,
    signal,
  });
