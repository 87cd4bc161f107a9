import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "./programs.ts";

export interface Bucket {
  /** For MEDIA_S3_URL: its key and its secret are in it. */
  readonly url: string;
  /** Keys of what is in it. */
  keys(): Promise<string[]>;
  /** Ends its server without warning ... */
  stop(): Promise<void>;
  /** ... and starts it again, at the same address, with what it had. */
  start(): Promise<void>;
  /** Lets its server take connections and answer nothing. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const name = "media";
const suffix = "._S3rver_object";

/** An S3-speaking server with one bucket, in a process of its own; apps/server/src/test/bucket says what it is worth. */
export async function openBucket(): Promise<Bucket> {
  const program = await bundleProgram("bucket-program");
  const directory = await mkdtemp(join(tmpdir(), "cairn-scale-bucket-"));
  const forget = () => {
    child.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  let [child, url] = await startProgram([program, directory, name]);
  process.once("exit", forget);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return {
    url,
    async keys() {
      const files = (await readdir(join(directory, name))).filter((file) => file.endsWith(suffix));
      return files.map((file) => file.slice(0, -suffix.length)).sort();
    },
    stop,
    async start() {
      [child, url] = await startProgram([program, directory, name, new URL(url).port]);
    },
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    async close() {
      await stop();
      process.off("exit", forget);
      forget();
    },
  };
}

/** Resolves with the line by which it says that it listens. */
async function startProgram(words: string[]): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return [child, line.trim()];
}
