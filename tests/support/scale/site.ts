import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type RunningServer, startServer, testLogKey } from "../site/server.ts";
import { ask, newDatabase } from "./databases.ts";

export interface Site {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The running processes; a restarted one keeps its position. */
  readonly instances: RunningServer[];
  /** Starts another one, at the address of a stopped one if there is one. */
  start(index: number): Promise<RunningServer>;
  close(): Promise<void>;
}

interface SiteSettings {
  count?: number;
  settings?: Record<string, string>;
  /** The PostgreSQL server to create the database on; by default the run's own. */
  server?: string;
  /** The Redis for shared counts; by default the run's own. */
  redis?: string;
  /** Gives each instance its own data directory, as on separate machines. */
  apart?: boolean;
}

/** The one that `npm run test:scale` found. */
const testRedis = process.env.CAIRN_TEST_REDIS ?? "";

/** Several processes of the built server that share a database, a data directory and rate limits. */
export async function openSite({
  count = 2,
  settings = {},
  server,
  redis = testRedis,
  apart = false,
}: SiteSettings = {}): Promise<Site> {
  const database = await newDatabase(server);
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-scale-"));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", forget);
  const shared = {
    DATABASE_URL: database.url,
    REDIS_URL: redis,
    // A separate secret keeps its keys apart: sites of other tests use the same Redis.
    AUTH_SECRET: `the secret that all instances of ${new URL(database.url).pathname} share`,
    LOG_KEY: testLogKey,
    HOST: "127.0.0.1",
    ...settings,
  };
  const dirOf = (index: number) => (apart ? join(dataDir, String(index)) : dataDir);
  for (let index = 0; index < count; index += 1) mkdirSync(dirOf(index), { recursive: true });
  const instances = await Promise.all(
    Array.from({ length: count }, (_, index) => startServer({ dataDir: dirOf(index), settings: shared })),
  );
  return {
    databaseUrl: database.url,
    dataDir,
    instances,
    async start(index) {
      const { port } = new URL(instanceAt(instances, index).url);
      const started = await startServer({
        dataDir: dirOf(index),
        settings: { ...shared, PORT: port },
      });
      instances[index] = started;
      return started;
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.stop()));
      await database.drop();
      process.off("exit", forget);
      forget();
    },
  };
}

export function instanceAt(instances: readonly RunningServer[], index: number): RunningServer {
  const instance = instances[index];
  if (!instance) throw new Error(`there is no instance ${index}`);
  return instance;
}

/** Waits until each picture of a revision has its smaller copies (at most five minutes): a site makes them in the background. */
export async function picturesMade(databaseUrl: string): Promise<void> {
  const unmade = `select key from media where rendition_widths is null
    and key in (select unnest(array[media_key, poster_key]) from revisions) and type in ('image/jpeg', 'image/png')`;
  await expect.poll(() => ask(databaseUrl, unmade), { timeout: 300_000 }).toEqual([]);
}
