import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import pino from "pino";
import { Pool } from "undici";
import { openDatabase } from "../../apps/server/src/db/database.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { createAccessTokens } from "../../apps/server/src/modules/auth/tokens.ts";
import { openPostgres, type ThrowAwayPostgres } from "../../scripts/testing/scale/postgres.mjs";
import { startServer } from "../../tests/support/site/server.ts";
import { fill } from "./fill.ts";
import { memoryOf, processorSeconds } from "./processes.ts";

const secret = "a secret of the benchmarks, long enough to sign";
const aLongTime = 1_200_000;
export const mostParallel = 16;

/** Makes one call and returns the text of its answer; throws unless it succeeds. `name` is the kind of call. */
export type Ask = (name: string, method: "GET" | "POST", path: string, further?: Further) => Promise<string>;

interface Further {
  /** A member of the filled site; undefined: a visitor. */
  readonly as?: number;
  readonly body?: object;
}

export interface Subject {
  readonly name: string;
  readonly ask: Ask;
  /** CPU seconds that all its processes have used so far. */
  processor(): number;
  close(): Promise<void>;
}

interface Disk {
  readonly empty: number;
  readonly filled: number;
}

export interface Engine extends Subject {
  /** Size of the database before and after filling, in MB, without its log. */
  readonly disk: Disk;
  /** Memory of the server's process now, and at most so far, in MB. */
  memory(): { now: number; most: number };
}

interface Filled {
  readonly name: string;
  readonly dataDir: string;
  readonly disk: Disk;
  readonly postgres?: ThrowAwayPostgres;
}

/** The built server as a process of its own over a filled site, on the embedded engine. */
export async function openEmbeddedSite(items: number, commentsPerItem: number): Promise<Engine> {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  forgetAtExit(dataDir);
  const disk = await fillDatabase(null, dataDir, items, commentsPerItem);
  return openEngine({ name: "embedded", dataDir, disk });
}

/** The same on a PostgreSQL that is thrown away, whose commits wait for the disk as the embedded engine's do. */
export async function openServerSite(items: number, commentsPerItem: number): Promise<Engine> {
  const postgres = await openPostgres({ durable: true });
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  forgetAtExit(dataDir);
  const disk = await fillDatabase(postgres.url, dataDir, items, commentsPerItem);
  return openEngine({ name: "PostgreSQL", dataDir, disk, postgres });
}

/** Fastify alone, with one answer for each kind of call. */
export async function openBare(answers: Readonly<Record<string, unknown>>): Promise<Subject> {
  const program = join(import.meta.dirname, "bare.js");
  const child = spawn(process.execPath, [program, JSON.stringify(answers)], {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const pool = new Pool(await firstLine(child), { connections: mostParallel });
  return {
    name: "bare",
    ask: (name, method, _path, { body } = {}) => send(pool, method, `/${name}`, {}, body),
    processor: () => processorSeconds(child.pid ?? 0),
    async close() {
      await pool.close();
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Also where the benchmark is interrupted. */
const forgetAtExit = (dataDir: string) =>
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

async function fillDatabase(
  url: string | null,
  dataDir: string,
  items: number,
  commentsPerItem: number,
): Promise<Disk> {
  const db = await openDatabase({
    url,
    dataDir,
    log: pino({ level: "silent" }),
    statementLimit: aLongTime,
    maintenanceLimit: aLongTime,
    transactionLimit: aLongTime,
  });
  const size = async () => {
    const { rows } = await db.query.execute<{ mb: number }>(
      sql`select pg_database_size(current_database()) / 1e6::float8 as mb`,
    );
    return rows[0]?.mb ?? Number.NaN;
  };
  await migrate(db);
  const empty = await size();
  await fill(db, items, commentsPerItem);
  const filled = await size();
  await db.close();
  return { empty, filled };
}

async function openEngine({ name, dataDir, disk, postgres }: Filled): Promise<Engine> {
  const server = await startServer({
    dataDir,
    settings: {
      ...(postgres && { DATABASE_URL: postgres.url }),
      AUTH_SECRET: secret,
      HOST: "127.0.0.1",
      NODE_ENV: "production",
      RATE_LIMITS: "off",
    },
  });
  const pool = new Pool(server.url.replace("localhost", "127.0.0.1"), { connections: mostParallel });
  const tokenOf = tokens();
  return {
    name,
    disk,
    async ask(_name, method, path, { as, body } = {}) {
      return send(pool, method, path, as ? { authorization: `Bearer ${await tokenOf(as)}` } : {}, body);
    },
    memory: () => memoryOf(server.pid),
    processor: () => processorSeconds(server.pid) + (postgres ? processorSeconds(postgres.pid()) : 0),
    async close() {
      await pool.close();
      await server.stop();
      rmSync(dataDir, { recursive: true });
      await postgres?.remove();
    },
  };
}

/** Signed once for each member, as browsers keep theirs: signing is no part of what is measured. */
function tokens() {
  const { sign } = createAccessTokens(secret);
  const known = new Map<number, Promise<string>>();
  return (userId: number) => {
    const now = new Date();
    const token =
      known.get(userId) ?? sign({ userId, sessionId: "bench" }, now, new Date(now.getTime() + aLongTime));
    known.set(userId, token);
    return token;
  };
}

async function send(
  pool: Pool,
  method: "GET" | "POST",
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<string> {
  const answer = await pool.request({
    method,
    path,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text;
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("a program that says nothing");
  for await (const line of createInterface(stdout)) return line;
  throw new Error("the bare server ended before it listened");
}
