import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

/** The Redis on which whole suites count; empty where each app counts for itself. */
export const testRedis = (): string => process.env.CAIRN_TEST_REDIS ?? "";

/** Why a test cannot have a Redis of its own; null: it can. */
export const noRedis: string | null =
  spawnSync("redis-server", ["--version"]).error === undefined
    ? null
    : "there is no redis-server on this machine";

export interface OwnRedis {
  readonly url: string;
  /** Says a command to it as an operator would. */
  tell(command: string): Promise<unknown>;
  /** The end without warning; nothing of what it knew is left. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** It takes connections, and answers nothing. */
  hang(): void;
  goOn(): void;
  remove(): Promise<void>;
}

/** A Redis of a test's own that keeps nothing. */
export async function openOwnRedis(): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-redis-"));
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;

  async function start(): Promise<void> {
    const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
    server = child;
    for await (const text of child.stdout) if (String(text).includes("Ready to accept connections")) break;
    child.stdout.resume();
  }
  async function kill(): Promise<void> {
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  }

  await start();
  return {
    url,
    async tell(command) {
      const [name = "", ...words] = command.split(" ");
      const operator = new Redis(url, { lazyConnect: true });
      try {
        return await operator.call(name, ...words);
      } finally {
        operator.disconnect();
      }
    },
    kill,
    start,
    hang: () => void server.kill("SIGSTOP"),
    goOn: () => void server.kill("SIGCONT"),
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was free");
  return address.port;
}
