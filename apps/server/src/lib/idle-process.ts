import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";

export interface IdleProcess {
  /**
   * Gives the work the process, started where there is none. @throws if it does not start, and what the work throws
   */
  use<Result>(work: (child: ChildProcess) => Promise<Result>): Promise<Result>;
  /** Kills it; the next use starts another. */
  end(): Promise<void>;
}

interface Launch {
  /** The program; its first message says that it is ready. */
  readonly url: URL;
  /** Before each start: how the process is started. */
  readonly prepare: () => Promise<ForkOptions>;
  /** From its start, as of os.setPriority; 0 if left out. */
  readonly priority?: number | undefined;
  /** Milliseconds without work after which it is ended to free its memory. */
  readonly idleMs: number;
}

/** A start waits for its turn on a busy machine, the more the lower its priority. */
const startMs = 60_000;

/** A process that runs only while it is needed, and does not keep its parent running. Uses must not overlap. */
export function createIdleProcess({ url, prepare, priority, idleMs }: Launch): IdleProcess {
  let running: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<ChildProcess> {
    const child = fork(fileURLToPath(url), await prepare());
    child.unref();
    child.channel?.unref();
    child.on("error", () => {}); // a task in flight fails when the process exits; an idle process is only gone
    child.once("exit", () => {
      if (running === child) running = null;
    });
    running = child;
    // Before it has threads: they inherit it.
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    await messageOf(child, startMs);
    return child;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const child = running;
    running = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async function ready(): Promise<ChildProcess> {
    if (running) return running;
    try {
      return await start();
    } catch (error) {
      await end();
      throw new Error("a process could not be started", { cause: error });
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

/** The next message of a process. @throws if none comes in time, or the process exits */
export async function messageOf(child: ChildProcess, milliseconds: number): Promise<unknown> {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  const timer = setTimeout(giveUp, milliseconds);
  child.once("exit", giveUp);
  try {
    const [message] = await once(child, "message", { signal: waiting.signal });
    return message;
  } finally {
    clearTimeout(timer);
    child.off("exit", giveUp);
  }
}
