import { createTurns } from "@cairn/node";
import { sql } from "drizzle-orm";
import type { Database, DatabaseLog } from "./database-interface.ts";

const minute = 60_000;

const defaults = {
  checkpointEvery: minute / 12,
  /** Bytes of write-ahead log that recovery after a crash may have to read; 16 MB take well under a second. */
  walLimit: 16 * 1024 * 1024,
  vacuumEvery: 10 * minute,
};

export interface Maintenance {
  /** What the vacuum timer does; returns the names of the tables. */
  vacuum(): Promise<string[]>;
  /** What the checkpoint timer does; returns whether one was due. */
  checkpoint(): Promise<boolean>;
  /** Waits for running work. */
  stop(): Promise<void>;
}

/**
 * Does what a PostgreSQL server does in the background and the embedded engine, a single process, does not: vacuuming,
 * and checkpoints that keep the write-ahead log (and so recovery after a crash) short.
 */
export function startMaintenance(
  database: Database,
  log: DatabaseLog,
  settings: Partial<typeof defaults> = {},
): Maintenance {
  const { checkpointEvery, walLimit, vacuumEvery } = { ...defaults, ...settings };
  const inTurn = createTurns();
  const maintenance = {
    vacuum: () => inTurn(() => vacuumDueTables(database, log)),
    checkpoint: () => inTurn(() => checkpointIfDue(database, walLimit)),
  };
  const timers =
    database.engine === "embedded"
      ? [every(checkpointEvery, maintenance.checkpoint, log), every(vacuumEvery, maintenance.vacuum, log)]
      : [];
  return {
    ...maintenance,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      // Behind whatever is running.
      await inTurn(async () => {});
    },
  };
}

function every(interval: number, work: () => Promise<unknown>, log: DatabaseLog): NodeJS.Timeout {
  let isRunning = false;
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, "database maintenance failed; will try again later");
    } finally {
      isRunning = false;
    }
  }, interval);
  return timer.unref();
}

async function checkpointIfDue(database: Database, walLimit: number): Promise<boolean> {
  const { rows } = await database.query.execute<{ due: boolean }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${walLimit} as due from pg_control_checkpoint()`);
  const isDue = rows[0]?.due === true;
  if (isDue) await database.maintain("checkpoint");
  return isDue;
}

/** Bytes of a table that is rewritten in a moment. */
const soonRewritten = 64 * 1024 * 1024;

/**
 * Leaves nothing of rows that were deleted or changed: small tables are rewritten, with the samples of their values for
 * the planner. The room of such rows in large tables is overwritten by later ones. Calls wait for a table while it is
 * rewritten.
 */
export async function rewriteTables(database: Database, names: readonly string[]): Promise<void> {
  // Of a table that is empty now the samples would stay. Only a superuser may delete them, whom a server need not give us.
  const tables = `'{${names.join(",")}}'::regclass[]`;
  if (database.engine === "embedded")
    await database.maintain(`delete from pg_statistic where starelid = any(${tables})`);
  for (const name of [...names, "pg_statistic"]) {
    const { rows } = await database.query.execute<{ bytes: number }>(
      sql`select pg_total_relation_size(${name}::regclass)::float8 as bytes`,
    );
    const isSmall = (rows[0]?.bytes ?? 0) <= soonRewritten;
    await database.maintain(`vacuum (${isSmall ? "full, " : ""}analyze) ${name}`);
  }
  await database.forgetLog?.();
}

/** Table by table, so that readers get their turn in between. */
async function vacuumDueTables(database: Database, log: DatabaseLog): Promise<string[]> {
  const start = performance.now();
  // PostgreSQL publishes counts of changes a second or more late, unless they are flushed explicitly.
  await database.query.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await database.query.execute<{ name: string }>(dueTables);
  for (const { name } of rows) await database.maintain(`vacuum (analyze) ${name}`);
  const tables = rows.map(({ name }) => name);
  if (tables.length > 0)
    log.info({ tables, ms: Math.round(performance.now() - start) }, "vacuumed the database");
  return tables;
}

/**
 * The tables that PostgreSQL's own autovacuum would choose, by its default thresholds. Counts of changes do not survive
 * a restart of the engine, so each of our tables also gets one pass after a restart.
 */
const dueTables = sql`
  select format('%I.%I', stat.schemaname, stat.relname) as name
  from pg_stat_all_tables stat join pg_class class on class.oid = stat.relid
  where class.relkind = 'r' and stat.schemaname not in ('pg_toast', 'information_schema') and (
    (stat.last_vacuum is null and stat.schemaname <> 'pg_catalog')
    or stat.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0)
    or stat.n_ins_since_vacuum > 1000 + 0.2 * greatest(class.reltuples, 0)
    or stat.n_mod_since_analyze > 50 + 0.1 * greatest(class.reltuples, 0)
    or age(class.relfrozenxid) > 100000000
  )
  order by name`;
