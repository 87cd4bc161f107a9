import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { buildApp } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { type Database, openDatabase } from "../../apps/server/src/db/database.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { createAccessTokens } from "../../apps/server/src/modules/auth/tokens.ts";
import { openFolderStore } from "../../apps/server/src/modules/media/store/folder-store.ts";
import { fill } from "./fill.ts";

const secret = "a secret of the benchmarks, long enough to sign";
const aLongTime = 1_200_000;

export interface FilledApp {
  readonly db: Database;
  /** A call by a member or a visitor; throws unless it succeeds. */
  call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, reader?: number, body?: object): Promise<void>;
  /** Signs the log as if the last signature were long ago. */
  sign(): Promise<void>;
  close(): Promise<void>;
}

/** The whole app over a database of this size, reached without a socket. */
export async function openFilledApp(items: number): Promise<FilledApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  const log = pino({ level: "silent" });
  const db = await openDatabase({
    dataDir,
    log,
    statementLimit: aLongTime,
    maintenanceLimit: aLongTime,
    transactionLimit: aLongTime,
  });
  await migrate(db);
  await fill(db, { items, comments: 10 });
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: "off" });
  const store = await openFolderStore(join(dataDir, "media"));
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const { http, publicLog } = await buildApp({
    config,
    db,
    secret,
    log,
    store,
    siteDir: null,
    clock,
  });
  const tokens = createAccessTokens(secret);
  const now = new Date();
  const sessionEnd = new Date(now.getTime() + aLongTime);

  return {
    db,
    async call(method, url, reader, body) {
      const token = reader && (await tokens.sign({ userId: reader, sessionId: "bench" }, now, sessionEnd));
      const answer = await http.inject({
        method,
        url,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(body && { payload: body }),
      });
      if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    },
    async sign() {
      ahead += 1_000;
      if ((await publicLog.sign()) > 0) throw new Error("the log was not signed");
    },
    async close() {
      await http.close();
      await db.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
