import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * Where a worker's program is. The build bundles it beside the bundle that holds this module. From source (tests) Node 20
 * cannot run TypeScript in a worker, so tests/support/server/worker-setup.ts bundles it to .cache first.
 */
export const workerUrl = (name: string): URL =>
  new URL(
    import.meta.url.endsWith("/src/lib/workers.ts") ? `../../.cache/${name}` : `./${name}`,
    import.meta.url,
  );

type Running = Worker | ChildProcess;

/** A worker thread or a process that runs only while it is needed, and does not keep its parent running. */
export interface OnDemandWorker<Kind extends Running> {
  /**
   * Gives the work the worker, started where there is none. Uses must not overlap.
   * @throws NotStarted, and what the work throws
   */
  use<Result>(work: (worker: Kind) => Promise<Result>): Promise<Result>;
  /** Ends it at once; the next use starts another. */
  end(): Promise<void>;
}

/** No worker could be started, which is not the fault of the work. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";
}

/** No message came: in time, or before the worker exited. */
export class NoMessage extends Error {
  override readonly name = "NoMessage";
  readonly isLate: boolean;

  constructor(isLate: boolean) {
    super(isLate ? "it took too long" : "it ended");
    this.isLate = isLate;
  }
}

/** The next message of a worker. @throws NoMessage */
export async function messageOf(worker: Running, milliseconds: number): Promise<unknown> {
  const waiting = new AbortController();
  let isLate = false;
  const giveUp = () => waiting.abort();
  const timer = setTimeout(() => {
    isLate = true;
    giveUp();
  }, milliseconds);
  worker.once("exit", giveUp);
  try {
    const [message] = await once(worker, "message", { signal: waiting.signal });
    return message;
  } catch {
    throw new NoMessage(isLate);
  } finally {
    clearTimeout(timer);
    worker.off("exit", giveUp);
  }
}

interface Limits {
  /** Milliseconds from the start until the worker's first message, which says that it is ready. */
  readonly startMs: number;
  /** Milliseconds without work after which it is ended to free its memory. */
  readonly idleMs: number;
}

function createWorker<Kind extends Running>(
  launch: () => Promise<Kind>,
  { startMs, idleMs }: Limits,
): OnDemandWorker<Kind> {
  let running: Kind | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Kind> {
    const worker = await launch();
    worker.unref();
    worker.on("error", () => {}); // work in flight fails when the worker exits
    worker.once("exit", () => {
      if (running === worker) running = null;
    });
    running = worker;
    await messageOf(worker, startMs);
    return worker;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const worker = running;
    running = null;
    if (worker) await kill(worker);
  }

  async function ready(): Promise<Kind> {
    if (running) return running;
    try {
      return await start();
    } catch (error) {
      await end();
      throw new NotStarted("a worker could not be started", { cause: error });
    }
  }

  return {
    async use(work) {
      clearTimeout(idle);
      try {
        return await work(await ready());
      } finally {
        idle = setTimeout(end, idleMs).unref();
      }
    },
    end,
  };
}

async function kill(worker: Running): Promise<void> {
  if (worker instanceof Worker) {
    await worker.terminate();
  } else if (worker.exitCode === null && worker.signalCode === null) {
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
}

/** A thread. `data` is the program's `workerData`. */
export const createWorkerThread = (url: URL, idleMs: number, data?: unknown): OnDemandWorker<Worker> =>
  createWorker(
    async () =>
      // Inputs are bounded far below this; the small young generation keeps the thread small.
      new Worker(url, {
        workerData: data,
        // None of the server's settings and secrets: it reads what members and other sites wrote.
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
      }),
    { startMs: 10_000, idleMs },
  );

interface Launch {
  readonly url: URL;
  readonly options: ForkOptions;
  /** From its start, as of os.setPriority; 0 if left out. */
  readonly priority?: number | undefined;
  readonly idleMs: number;
}

export const createWorkerProcess = ({
  url,
  options,
  priority,
  idleMs,
}: Launch): OnDemandWorker<ChildProcess> =>
  createWorker(
    async () => {
      const child = fork(fileURLToPath(url), options);
      child.channel?.unref();
      // Before it has threads: they inherit it.
      if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
      return child;
    },
    // A start waits for its turn on a busy machine, the more the lower its priority.
    { startMs: 60_000, idleMs },
  );
