import { pyodideFiles, pyodidePath } from "@cairn/contract";
import quickjsUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import initdbUrl from "pglite-files/initdb.wasm?url";
import pgliteDataUrl from "pglite-files/pglite.data?url";
import pgliteUrl from "pglite-files/pglite.wasm?url";
import frameUrl from "./code-frame.html?url";
import dataUrl from "./data-worker.ts?worker&url";
import { type BlockResult, type CodeLanguage, type ProgramBlock, readResult } from "./program.ts";
import pythonUrl from "./python-worker.ts?worker&url";
import scriptUrl from "./script-worker.ts?worker&url";
import type { Task } from "./serve-program.ts";
import sqlUrl from "./sql-worker.ts?worker&url";

/** Seconds that a program may take, once its engine is ready. */
export const programSeconds = 5;

/**
 * `late`: it took too long. `ended`: it broke its engine or left it, or took more memory than that has. `stopped`: by the signal.
 * `unavailable`: the engine could not be loaded.
 */
export type ProgramFault = "late" | "ended" | "stopped" | "unavailable";

export interface ProgramAnswer {
  /** Of the blocks that came to an end, in order. */
  readonly results: readonly BlockResult[];
  /** What ended the program before its last block did; null if nothing. */
  readonly fault: ProgramFault | null;
}

interface Engine {
  /** The worker's script. */
  readonly program: string;
  /** What the worker needs, by the names that it knows: it can fetch nothing. */
  readonly files: Readonly<Record<string, string>>;
  /** Seconds that it may take to start, which is long on a slow device. */
  readonly startSeconds: number;
}

const script: Engine = { program: scriptUrl, files: { "quickjs.wasm": quickjsUrl }, startSeconds: 30 };
const data: Engine = { program: dataUrl, files: {}, startSeconds: 30 };
const engines: Record<CodeLanguage, Engine> = {
  javascript: script,
  typescript: script,
  json: data,
  yaml: data,
  regex: data,
  sql: {
    program: sqlUrl,
    files: { "pglite.wasm": pgliteUrl, "initdb.wasm": initdbUrl, "pglite.data": pgliteDataUrl },
    startSeconds: 120,
  },
  python: {
    program: pythonUrl,
    files: Object.fromEntries(Object.keys(pyodideFiles).map((name) => [name, pyodidePath + name])),
    startSeconds: 120,
  },
};

/** Runs a program; its engine is loaded once for this page. Aborting the signal ends it at once. */
export async function runProgram(
  language: CodeLanguage,
  blocks: readonly ProgramBlock[],
  signal: AbortSignal,
): Promise<ProgramAnswer> {
  const { program, files, startSeconds } = engines[language];
  const stop = new Promise<"stopped">((resolve) => {
    if (signal.aborted) resolve("stopped");
    signal.addEventListener("abort", () => resolve("stopped"), { once: true });
  });
  const loaded = await Promise.race([loadAll(program, files).catch(() => "unavailable" as const), stop]);
  if (typeof loaded === "string") return { results: [], fault: loaded };
  const task: Task = { language, files: loaded.files, blocks };
  return runInFrame({ program: loaded.program, task }, startSeconds, stop);
}

/**
 * Runs a task in a worker of a frame of its own. The frame's origin is opaque and its policy allows no connection, so the
 * program reaches neither this page nor the site nor any other. It ends with the frame.
 */
async function runInFrame(
  order: { program: string; task: Task },
  startSeconds: number,
  stop: Promise<"stopped">,
): Promise<ProgramAnswer> {
  const frame = document.createElement("iframe");
  const { port1: port, port2: framePort } = new MessageChannel();
  const results: BlockResult[] = [];
  let timer: number | undefined;
  try {
    const fault = await new Promise<ProgramFault | null>((resolve) => {
      const endAfter = (seconds: number, reason: ProgramFault) => {
        clearTimeout(timer);
        timer = window.setTimeout(() => resolve(reason), seconds * 1_000);
      };
      let isReady = false;
      port.onmessage = ({ data: message }: MessageEvent<unknown>) => {
        if (message === "ready" && !isReady) {
          isReady = true;
          return endAfter(programSeconds, "late");
        }
        const result = isReady ? readResult(message) : null;
        if (!result) return resolve(isReady ? "ended" : "unavailable");
        results.push(result);
        if (results.length === order.task.blocks.length) resolve(null);
      };
      void stop.then(resolve);
      endAfter(startSeconds, "unavailable");
      frame.addEventListener("load", () => frame.contentWindow?.postMessage(order, "*", [framePort]), {
        once: true,
      });
      frame.setAttribute("sandbox", "allow-scripts");
      frame.hidden = true;
      frame.title = "Code of an article";
      frame.src = frameUrl;
      document.body.append(frame);
    });
    return { results, fault };
  } finally {
    clearTimeout(timer);
    port.close();
    frame.remove();
  }
}

const kept = new Map<string, Promise<ArrayBuffer>>();

/** Each file once for this page; again after a failure. @throws where the site does not answer with it */
function load(address: string): Promise<ArrayBuffer> {
  const loading = kept.get(address) ?? fetchBytes(address);
  kept.set(address, loading);
  loading.catch(() => kept.delete(address));
  return loading;
}

/** Milliseconds after which a file is given up: 16 MB on a slow line take a minute or two. */
const fetchMs = 300_000;

async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(fetchMs) });
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return answer.arrayBuffer();
}

async function loadAll(program: string, files: Engine["files"]) {
  const entries = Object.entries(files).map(async ([name, address]) => [name, await load(address)] as const);
  const [bytes, ...loaded] = await Promise.all([load(program), ...entries]);
  return { program: new TextDecoder().decode(bytes), files: Object.fromEntries(loaded) };
}
