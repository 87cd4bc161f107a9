import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { cacheDir } from "./database.ts";

export const databaseProgram = join(cacheDir, "database-program.js");

/** A process of programs/database-program.ts or programs/app-program.ts, and what it says, line by line. */
export interface TestProcess {
  readonly pid: number;
  readonly lines: AsyncIterator<string>;
  /** Ends it as a power cut would, and waits until it is gone. Does nothing to one that has ended. */
  kill(): Promise<void>;
}

export const startDatabaseProcess = (task: string, dataDir: string, argument = ""): TestProcess =>
  start([databaseProgram, task, dataDir, argument]);

/** The server on this data directory (programs/app-program.ts). @param settings SETTING=VALUE each */
export const startAppProcess = (dataDir: string, ...settings: string[]): TestProcess =>
  start([join(cacheDir, "app-program.js"), dataDir, ...settings]);

const start = (program: string[]): TestProcess =>
  follow(spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] }));

export function follow(child: ChildProcess): TestProcess {
  const { pid, stdout } = child;
  if (pid === undefined || !stdout) throw new Error("the process did not start");
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  return {
    pid,
    lines: createInterface(stdout)[Symbol.asyncIterator](),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The next line that the process says. */
export async function nextLine({ lines }: TestProcess): Promise<string> {
  const { value } = await lines.next();
  return String(value);
}

/** What it takes now (`VmRSS`), or took at most since its start (`VmHWM`). */
export const bytesOf = ({ pid }: TestProcess, what: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
