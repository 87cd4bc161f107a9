import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pino from "pino";
import { openDatabase } from "../../apps/server/src/db/database.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { createAccessTokens } from "../../apps/server/src/modules/auth/tokens.ts";
import { openPostgres, type ThrowAwayPostgres } from "../../scripts/testing/scale/postgres.mjs";
import { type RunningServer, startServer, testLogKey } from "../../tests/support/site/server.ts";
import type { BareMessage } from "./bare.ts";
import { endProgram, nextMessage, startProgram } from "./clients.ts";
import { type Filling, fill, sessionOf } from "./fill.ts";
import type { Target } from "./line.ts";
import { memoryOf, processorSeconds } from "./processes.ts";

const secret = "a secret of the benchmarks, long enough to sign";
const aLongTime = 3_600_000;
/** Tokens live for 15 minutes. */
const tokenLife = 5 * 60_000;

export type EngineName = "embedded" | "server";

export interface Contender {
  readonly target: Target;
  /** CPU seconds that all its processes have used so far. */
  processor(): number;
  close(): Promise<void>;
}

export interface Bare extends Contender {
  tell(message: BareMessage): Promise<void>;
}

export interface Site extends Contender {
  readonly engine: EngineName;
  readonly filling: Filling;
  /** Size of the database in MB, empty and filled, without its log. */
  readonly disk: { readonly empty: number; readonly filled: number };
  /** Of item 1, the newest; item n is n - 1 minutes older. */
  readonly newestAt: Date;
  readonly pid: number;
  readonly dataDir: string;
  /** Memory of the server's process now, and at most so far, in MB. */
  memory(): { now: number; most: number };
  /** Fastify and one INSERT into the same kind of engine. */
  openInsert(): Promise<Bare>;
  /** Ends the server, runs the work on the same data with a server that has these flags, and ends that one too. */
  withFlags(flags: string[], work: (site: Site) => Promise<void>): Promise<void>;
}

/**
 * The built server as a process of its own over a filled site, without rate limits unless the settings say otherwise.
 * PostgreSQL's commits wait for the disk, as its own do.
 */
export async function openSite(
  engine: EngineName,
  filling: Filling,
  settings: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const postgres = engine === "server" ? await openPostgres({ durable: true }) : null;
  const dataDir = await temporaryFolder();
  const begun = performance.now();
  const { disk, newestAt } = await fillDatabase(postgres?.url ?? null, dataDir, filling);
  console.log(`${engine}: ${filling.items} items in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const facts = { engine, filling, disk, newestAt, dataDir, postgres, settings };
  return siteOn(await serve(facts), facts);
}

interface Facts extends Pick<Site, "engine" | "filling" | "disk" | "newestAt" | "dataDir"> {
  readonly postgres: ThrowAwayPostgres | null;
  readonly settings: Readonly<Record<string, string>>;
}

function serve({ dataDir, postgres, settings: own }: Facts, flags: string[] = []): Promise<RunningServer> {
  const settings = {
    ...(postgres && { DATABASE_URL: postgres.url }),
    AUTH_SECRET: secret,
    LOG_KEY: testLogKey,
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    RATE_LIMITS: "off",
    MEMBER_STORAGE_MB: "1000000",
    ...own,
  };
  return startServer({ dataDir, settings, flags, givesWay: true });
}

function siteOn(server: RunningServer, facts: Facts): Site {
  const { postgres, dataDir } = facts;
  let running = server;
  return {
    ...facts,
    target: { host: "127.0.0.1", port: Number(new URL(server.url).port) },
    pid: server.pid,
    memory: () => memoryOf(server.pid),
    processor: () => processorSeconds(server.pid) + (postgres ? processorSeconds(postgres.pid()) : 0),
    async openInsert() {
      if (!postgres) return openBare("folder", await temporaryFolder());
      const url = new URL(postgres.url);
      const db = await openDatabase({ url: url.href, dataDir, log: pino({ level: "silent" }) });
      await db.maintain("create database bare");
      await db.close();
      url.pathname = "/bare";
      const bare = await openBare("url", url.href);
      return { ...bare, processor: () => bare.processor() + processorSeconds(postgres.pid()) };
    },
    async withFlags(flags, work) {
      await running.stop();
      running = await serve(facts, flags);
      await work(siteOn(running, facts));
      await running.stop();
      running = await serve(facts);
    },
    async close() {
      await running.stop();
      rmSync(dataDir, { recursive: true });
      await postgres?.remove();
    },
  };
}

/** A program without Cairn (bare.ts); with a place for rows it also answers INSERTs. */
export async function openBare(...place: string[]): Promise<Bare> {
  const child = startProgram("bare.js", place);
  const { address } = await nextMessage<{ address: string }>(child);
  const { hostname, port } = new URL(address);
  return {
    target: { host: hostname, port: Number(port) },
    processor: () => processorSeconds(child.pid ?? 0),
    async tell(message) {
      const ready = nextMessage(child);
      child.send(message);
      await ready;
    },
    close: () => endProgram(child),
  };
}

/** The header of a member of the filled site. */
export type As = (user: number) => Promise<Record<string, string>>;

/** Signed once for each member, as browsers keep theirs: signing is no part of what is measured. */
export function bearers(): As {
  const { sign } = createAccessTokens(secret);
  const known = new Map<number, { token: Promise<string>; until: number }>();
  return async (userId) => {
    const now = Date.now();
    let kept = known.get(userId);
    if (!kept || kept.until < now) {
      const session = { userId, sessionId: sessionOf(userId) };
      kept = {
        token: sign(session, new Date(now), new Date(now + aLongTime)),
        until: now + tokenLife,
      };
      known.set(userId, kept);
    }
    return { authorization: `Bearer ${await kept.token}` };
  };
}

/** It also goes where the benchmark is interrupted. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function fillDatabase(url: string | null, dataDir: string, filling: Filling) {
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
  try {
    await migrate(db);
    const empty = await size();
    await fill(db, filling);
    const disk = { empty, filled: await size() };
    const { rows } = await db.query.execute<{ at: string | Date }>(
      sql`select published_at as at from content where id = 1`,
    );
    return { disk, newestAt: new Date(rows[0]?.at ?? 0) };
  } finally {
    await db.close();
  }
}
