import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { root } from "../../../scripts/setup/paths.mjs";
import { freePort } from "../../../scripts/testing/free-port.mjs";

export const builtServer = join(root, "apps/server/dist/main.js");
// By the root: the benchmarks and proofs bundle this module elsewhere.
const samePriority = `--import=${pathToFileURL(join(root, "tests/support/site/same-priority.mjs"))}`;
/** What LOG_KEY may be in tests: with a database server, every start and command demands one. */
export const testLogKey = "PRIVATE+KEY+cairn+45d64f8e+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH";

const startLimit = 120_000;
const stopLimit = 20_000;

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of its process to its first answer that it is ready. */
  readonly readyAfter: number;
  /** What it has written so far. */
  output(): string;
  /** Asks it to stop, waits until it has, and removes its data unless they were given to it. */
  stop(): Promise<void>;
  /** Kills it without warning; its data stay. */
  kill(): Promise<void>;
}

/** The built server as a process of its own on a free port, with demo data, ready to answer. */
export async function startServer({
  dataDir: givenDir,
  settings = {},
  flags = ["--enable-source-maps"],
  givesWay = false,
  stdout = "pipe",
}: {
  dataDir?: string;
  settings?: Record<string, string>;
  flags?: string[];
  /** Whether what runs beside the server has a lower priority, as on a real site. */
  givesWay?: boolean;
  /** A file's descriptor: then `output()` has only what the server wrote to stderr. */
  stdout?: "pipe" | number;
} = {}): Promise<RunningServer> {
  const dataDir = givenDir ?? (await newDataDir(settings));
  const port = settings.PORT ?? (await freePort());
  const url = `http://localhost:${port}`;
  const { PATH = "", HOME = "" } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, ...(givesWay ? [] : [samePriority]), builtServer], {
    // Isolate it from the settings and the .env file of the developer who runs the tests.
    cwd: dataDir,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // All members of the tests register at this machine, and few of them read their mail.
      REGISTRATIONS_PER_HOUR: "100000",
      MEMBER_WAITING_POSTS: "10000",
      CONFIRMED_EMAIL_TO_WRITE: "false",
      // Tests ask nothing of the network.
      LINK_CHECKS: "off",
      ...settings,
    },
    stdio: ["ignore", stdout, "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const exited = once(child, "exit");
  // Make sure that the server does not outlive the tests.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;

  await waitUntilReady(url, () => {
    if (hasExited()) throw new Error(`The server ended while it started:\n${output}`);
  }).catch(async (error) => {
    if (!hasExited()) {
      child.kill("SIGKILL");
      await exited;
    }
    if (!givenDir) await rm(dataDir, { recursive: true, force: true });
    throw error;
  });

  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - began,
    output: () => output,
    async stop() {
      if (hasExited()) throw new Error(`The server ended before it was asked to:\n${output}`);
      child.kill("SIGTERM");
      const overdue = setTimeout(() => child.kill("SIGKILL"), stopLimit);
      const [code] = await exited;
      clearTimeout(overdue);
      if (code !== 0) throw new Error(`The server did not stop cleanly:\n${output}`);
      if (!givenDir) await rm(dataDir, { recursive: true, force: true });
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A new data directory: a copy of the site with the demo data, or of an empty one, if the run has them (kept-sites.ts). */
export async function newDataDir({ SEED_DEMO = "true" }: Record<string, string> = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "cairn-e2e-"));
  const sites = process.env.CAIRN_KEPT_SITES;
  const site = SEED_DEMO === "true" ? "demo" : "empty";
  if (sites) await cp(join(sites, site), directory, { recursive: true });
  return directory;
}

async function waitUntilReady(url: string, check: () => void): Promise<void> {
  const deadline = Date.now() + startLimit;
  for (;;) {
    check();
    const answer = await fetch(`${url}/health/ready`, { headers: { connection: "close" } }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`The server was not ready after ${startLimit / 1000} s.`);
    await sleep(20);
  }
}
