import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "./programs.ts";

export interface Bucket {
  /** For MEDIA_S3_URL, with key and secret. */
  readonly url: string;
  /** The keys of its objects. */
  keys(): Promise<string[]>;
  /** Kills its server. */
  stop(): Promise<void>;
  /** Starts it again at the same address, with the same objects. */
  start(): Promise<void>;
  /** Makes its server accept connections without answering. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const name = "media";
const suffix = "._S3rver_object";

/** An S3 server with one bucket, in its own process; tests/support/server/bucket describes how far it is like the real one. */
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

/** Resolves with the line that it prints when it listens. */
async function startProgram(words: string[]): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return [child, line.trim()];
}
