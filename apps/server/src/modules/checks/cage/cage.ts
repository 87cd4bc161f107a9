import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ProgramFault, programMs } from "@cairn/contract";
import { createTurns } from "@cairn/node";
import { createWorkerProcess } from "../../../lib/workers.ts";
import type { Program, ProgramAnswer } from "./tasks.ts";
import { wallsOf } from "./walls.ts";

export interface CageLimits {
  /** Milliseconds of the processor for one program, from when the process is ready. */
  readonly answerMs: number;
  /** Bytes of memory at which the process is killed. */
  readonly memory: number;
  /** Bytes of memory above which a process is not used again. */
  readonly reusedBelow: number;
  /** Idle milliseconds after which the process is ended. */
  readonly idleMs: number;
}

export interface CageAnswer {
  /** `late`, `memory`, `ended`: the program cost its process. */
  readonly answer: ProgramAnswer | ProgramFault;
  /** The most memory seen, in bytes; 0 where the system does not show it. */
  readonly memory: number;
  /** Milliseconds by the clock until the answer, or until the process was gone; without its start. */
  readonly took: number;
}

export interface Cage {
  /** Runs one program at a time, in order. @throws if no process can be started */
  run(program: Program): Promise<CageAnswer>;
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;
export const programLimits: CageLimits = {
  answerMs: programMs,
  memory: 192 * megabyte,
  reusedBelow: 110 * megabyte,
  idleMs: 60_000,
};

/** PGlite takes 430 MB before any statement, and its memory cannot be limited. Each program gets a process of its own. */
export const sqlLimits: CageLimits = { ...programLimits, memory: 768 * megabyte, reusedBelow: 0 };

const watchEveryMs = 50;
/**
 * How many times longer by the clock a program may take: the site and other programs go first, and what waits has not
 * failed for that.
 */
const lateFactor = 5;
/** The site goes first; but a program has seconds, and needs more of the processor than what is left over. */
const priority = 5;
/** Of Linux on the machines that Node.js supports. */
const pageSize = 4_096;
const tickMs = 10;

/** A process for code that nobody has read, killed when it takes too long or too much memory. */
export function createCage(url: URL, { answerMs, memory: maxMemory, reusedBelow, idleMs }: CageLimits): Cage {
  const inTurn = createTurns();
  const worker = createWorkerProcess({
    url,
    prepare: async () => ({
      ...(await wallsOf(fileURLToPath(url), ["--max-old-space-size=128", "--no-warnings"])),
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    }),
    priority,
    idleMs,
  });

  async function answerTo(child: ChildProcess, program: Program): Promise<CageAnswer> {
    const stop = new AbortController();
    let why: ProgramFault | undefined;
    let seen = 0;
    const begun = performance.now();
    const took = () => performance.now() - begun;
    const giveUp = (reason: NonNullable<typeof why>) => {
      why ??= reason;
      stop.abort();
    };
    const onExit = () => giveUp("ended");
    child.once("exit", onExit);
    const before = await processorMsOf(child.pid);
    const watch = setInterval(async () => {
      seen = Math.max(seen, await memoryOf(child.pid));
      if (seen > maxMemory) giveUp("memory");
      const now = await processorMsOf(child.pid);
      if (before !== null && now !== null && now - before > answerMs) giveUp("late");
    }, watchEveryMs);
    const timer = setTimeout(() => giveUp("late"), before === null ? answerMs : answerMs * lateFactor);
    try {
      child.send(program);
      const [message] = await once(child, "message", { signal: stop.signal });
      const { answer, memory } = message as { answer: ProgramAnswer; memory: number };
      if (memory > reusedBelow) await worker.end();
      return { answer, memory: Math.max(seen, memory), took: took() };
    } catch {
      await worker.end();
      return { answer: why ?? "ended", memory: seen, took: took() };
    } finally {
      clearInterval(watch);
      clearTimeout(timer);
      child.off("exit", onExit);
    }
  }

  return {
    run: (program) => inTurn(() => worker.use((child) => answerTo(child, program))),
    close: worker.end,
  };
}

/** Milliseconds of the processor that a process's main thread has had; null where the system does not show it. */
async function processorMsOf(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // Behind the program's name, which may hold anything: the 12th and 13th, in the code of the program and of the system.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Bytes of memory that a process takes; 0 where the system does not show it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return (Number(statm.split(" ")[1]) || 0) * pageSize;
}
