import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { AppError } from "../../../lib/app-error.ts";
import { createTurns } from "../../../lib/in-turn.ts";
import type { MadePicture, PictureAnswer, PictureProblem, PictureTask } from "./tasks.ts";

/**
 * The build bundles picture-worker.ts to picture-worker.js beside the bundle that holds this module. From source
 * (tests) Node 20 cannot run TypeScript, so tests/support/server/worker-setup.ts bundles it to .cache first.
 */
const workerUrl = new URL(
  import.meta.url.endsWith("/src/modules/media/pictures/picture-process.ts")
    ? "../../../../.cache/picture-worker.js"
    : "./picture-worker.js",
  import.meta.url,
);

export interface ProcessLimits {
  /** Milliseconds for one task. */
  readonly answerMs: number;
  /** Idle milliseconds after which the process is ended to free its memory. */
  readonly idleMs: number;
}

export interface PictureProcess {
  /** Runs one task at a time, in order, because the largest picture takes hundreds of megabytes. @throws AppError */
  make(task: PictureTask): Promise<readonly MadePicture[]>;
  close(): Promise<void>;
}

const usualLimits: ProcessLimits = { answerMs: 20_000, idleMs: 10_000 };
const startMs = 20_000;
const retryAfter = 5;

/**
 * A process that runs only while it is needed. A picture that takes too long kills it; the next one starts a new
 * process.
 */
export function createPictureProcess({ answerMs, idleMs } = usualLimits, url = workerUrl): PictureProcess {
  const inTurn = createTurns();
  let running: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<ChildProcess> {
    const child = fork(fileURLToPath(url), {
      // The decoder gets none of the server's settings and secrets.
      env: {},
      execArgv: ["--max-old-space-size=128"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.unref();
    child.channel?.unref();
    child.on("error", () => {}); // a pending task fails on its own; an idle process is only gone
    child.once("exit", () => {
      if (running === child) running = null;
    });
    running = child;
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

  /** @throws AppError unavailable: the picture is not at fault. */
  async function ready(): Promise<ChildProcess> {
    if (running) return running;
    try {
      return await start();
    } catch {
      await end();
      throw new AppError("unavailable", { retryAfter });
    }
  }

  async function answerTo(task: PictureTask): Promise<PictureAnswer> {
    const child = await ready();
    try {
      child.send(task);
      return (await messageOf(child, answerMs)) as PictureAnswer;
    } catch {
      await end();
      throw new AppError("file_type_refused", {
        sentence: "This picture is damaged, or takes too long to read.",
      });
    }
  }

  async function make(task: PictureTask): Promise<readonly MadePicture[]> {
    clearTimeout(idle);
    try {
      const answer = await answerTo(task);
      if ("problem" in answer) throw new AppError(answer.problem, refusalFacts(answer.problem));
      return answer.pictures;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return { make: (task) => inTurn(() => make(task)), close: end };
}

/** A failure of the machine is retryable soon. */
const refusalFacts = (problem: PictureProblem) => (problem === "unavailable" ? { retryAfter } : {});

/** @throws if no message comes in time, or the process exits */
async function messageOf(child: ChildProcess, limit: number): Promise<unknown> {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  const timer = setTimeout(giveUp, limit);
  child.once("exit", giveUp);
  try {
    const [message] = await once(child, "message", { signal: waiting.signal });
    return message;
  } finally {
    clearTimeout(timer);
    child.off("exit", giveUp);
  }
}
