import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "../../support/server.ts";
import { newDatabase } from "./databases.ts";

export interface Site {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The running processes; one that was started again stands where it stood. */
  readonly instances: RunningServer[];
  /** Starts one more, at the same address where one was before. */
  start(index: number): Promise<RunningServer>;
  close(): Promise<void>;
}

interface SiteSettings {
  count?: number;
  settings?: Record<string, string>;
  /** The PostgreSQL to make the database on; the run's own unless said. */
  server?: string;
}

/** Several processes of the built server that share a database and a data directory. */
export async function openSite({ count = 2, settings = {}, server }: SiteSettings = {}): Promise<Site> {
  const database = await newDatabase(server);
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-scale-"));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", forget);
  const shared = {
    DATABASE_URL: database.url,
    AUTH_SECRET: "the secret that all instances of this site share",
    HOST: "127.0.0.1",
    ...settings,
  };
  const instances = await Promise.all(
    Array.from({ length: count }, () => startServer({ dataDir, settings: shared })),
  );
  return {
    databaseUrl: database.url,
    dataDir,
    instances,
    async start(index) {
      const { port } = new URL(instanceAt(instances, index).url);
      const started = await startServer({ dataDir, settings: { ...shared, PORT: port } });
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
