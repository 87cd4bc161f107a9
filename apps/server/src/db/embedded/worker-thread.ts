import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../../lib/workers.ts";
import type { WorkerData } from "./worker-messages.ts";

/** Connections of one run of the backend. */
const maxConnections = 3;

export function spawnWorker(data: Omit<WorkerData, "running">): {
  worker: Worker;
  running: WorkerData["running"];
} {
  const running = new Int32Array(new SharedArrayBuffer((2 + maxConnections) * 4));
  const worker = new Worker(workerUrl("worker.js"), {
    workerData: { ...data, running } satisfies WorkerData,
    env: {},
    // Large enough that PostgreSQL's own limit (max_stack_depth) is reached first: nested input then gets an error
    // (54001). With Node's 4 MB the thread overflows before that, which breaks the backend.
    resourceLimits: { stackSizeMb: 64 },
  });
  return { worker, running };
}

/** Creates the database if there is none. Uses its own thread, because unpacking it leaves memory behind. */
export async function ensureDatabase(directory: string): Promise<void> {
  // This throws for a database that exists but may not be read.
  if (!statSync(join(directory, "PG_VERSION"), { throwIfNoEntry: false })) {
    const { worker } = spawnWorker({ task: "create", directory });
    await new Promise<void>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", (code) => {
        if (code === 0) resolve();
        else reject(new Error(`The database was not made: the worker ended with ${code}`));
      });
    });
  }
  chmodSync(directory, 0o700);
}
