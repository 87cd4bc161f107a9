import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Answered, Load, Pace, Told } from "./client.ts";

export interface Client {
  /** @throws Error with the first answer that was no success. */
  run(load: Load): Promise<Pace>;
  close(): Promise<void>;
}

/** A process that sends requests. */
export function openClient(): Client {
  const child = startProgram("client.js", []);
  const waiting = new Map<number, { resolve(pace: Pace): void; reject(error: Error): void }>();
  let last = 0;
  child.on("message", (answered: Answered) => {
    const asked = waiting.get(answered.id);
    waiting.delete(answered.id);
    if ("pace" in answered) asked?.resolve(answered.pace);
    else asked?.reject(new Error(answered.error));
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("the client ended"));
  });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        child.send({ id: last, load } satisfies Told);
      }),
    close: () => endProgram(child),
  };
}

/** One of the programs that lie beside the bundled scenarios; it ends with this process. */
export function startProgram(file: string, args: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, file), args, {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    serialization: "advanced",
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** @throws Error if the program ends first. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off("exit", onExit);
      resolve(message as Message);
    };
    const onExit = () => {
      child.off("message", onMessage);
      reject(new Error("a program of the benchmark ended too early"));
    };
    child.once("message", onMessage);
    child.once("exit", onExit);
  });
}
