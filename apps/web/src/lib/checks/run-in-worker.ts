import type { BlockResult, ProgramFault } from "@cairn/contract";

/** `stopped`: the reader pressed Stop. `unavailable`: the engine could not be loaded. */
export type RunAnswer = readonly BlockResult[] | Exclude<ProgramFault, "memory"> | "stopped" | "unavailable";

/** What a worker tells. `ready`: the program begins now. `failed`: there is no engine, or the program broke it. */
export type WorkerMessage = "ready" | "failed" | readonly BlockResult[];

/** Of browsers that have Trusted Types. What it makes is passed on where the types know only strings. */
interface AddressPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** A policy for one worker: it makes no address but this one. */
export function workerAddress(name: string, address: string): string {
  const { trustedTypes } = window as { trustedTypes?: AddressPolicies };
  const policy = trustedTypes?.createPolicy(name, { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}

interface Run {
  /** From `workerAddress`. */
  readonly address: string;
  readonly type: WorkerType;
  /** What the worker is sent, once it has been fetched. */
  readonly task: Promise<object>;
  /** Milliseconds that the engine may take to start, and then the program. */
  readonly startMs?: number;
  readonly programMs: number;
  readonly signal: AbortSignal;
}

/** Runs a program in a worker of its own, which is ended afterwards, when its time is over, or by the signal. */
export async function runInWorker({
  address,
  type,
  task,
  startMs,
  programMs,
  signal,
}: Run): Promise<RunAnswer> {
  let worker: Worker | undefined;
  let timer: number | undefined;
  try {
    return await new Promise<RunAnswer>((resolve) => {
      signal.addEventListener("abort", () => resolve("stopped"), { once: true });
      const start = (message: object) => {
        if (signal.aborted) return;
        let isReady = false;
        worker = new Worker(address, { type });
        if (startMs !== undefined) timer = window.setTimeout(() => resolve("unavailable"), startMs);
        worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
          if (data === "ready") {
            isReady = true;
            clearTimeout(timer);
            timer = window.setTimeout(() => resolve("late"), programMs);
          } else if (data === "failed") resolve(isReady ? "ended" : "unavailable");
          else resolve(data);
        };
        worker.onerror = () => resolve("unavailable");
        worker.postMessage(message);
      };
      task.then(start, () => resolve("unavailable"));
    });
  } finally {
    clearTimeout(timer);
    worker?.terminate();
  }
}

/** Calls `load` once, and again after a failure. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
}

/** @throws where the site does not answer with the file */
export async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return answer.arrayBuffer();
}
