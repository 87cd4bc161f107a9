import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openTestDatabase, type TestDatabase, testServer } from "./database.ts";

/** Engines with empty databases that nobody uses: to open one costs a second of processor time, to empty one a tenth. */
const kept: Kept[] = [];
/** The files of a worker seldom use more at once; each takes 100 MB. */
const maxKept = 2;
/** Deleted rows keep their place in a table, which the next tests would read past. */
const maxBytes = 8 * 1024 * 1024;

interface Kept {
  readonly db: TestDatabase;
  readonly fresh: Fresh;
}

/** What a migrated database holds before anybody has used it. */
interface Fresh {
  readonly schema: string;
  readonly rows: ReadonlyMap<string, unknown>;
  readonly sequences: readonly { name: string; value: string }[];
}

/**
 * A migrated database for an app, on an engine that other files of this worker have used before. Its `remove` empties it
 * for the next one; if it was closed, lost its engine or has another schema by then, it is removed indeed.
 */
export async function takeDatabase(): Promise<TestDatabase> {
  if (testServer()) return openTestDatabase();
  const idle = kept.pop() ?? (await openFresh());
  return lend(idle);
}

async function openFresh(): Promise<Kept> {
  const db = await openTestDatabase();
  const rows = new Map<string, unknown>();
  for (const table of await tablesWithRows(db)) {
    const { rows: found } = await db.query.execute<{ all: unknown }>(
      sql`select json_agg(t) as all from ${sql.identifier(table)} t`,
    );
    rows.set(table, found[0]?.all);
  }
  return { db, fresh: { schema: await schemaOf(db), rows, sequences: await sequencesOf(db) } };
}

function lend({ db, fresh }: Kept): TestDatabase {
  const listening = new Set<() => Promise<void>>();
  let isClosed = false;
  let isRemoved = false;
  async function remove() {
    if (isRemoved) return;
    isRemoved = true;
    const isReusable = !isClosed && db.figures.restarts === 0 && kept.length < maxKept;
    for (const end of isReusable ? listening : []) await end();
    if (!isReusable || !(await empty(db, fresh))) return db.remove();
    db.observe(() => {});
    kept.push({ db, fresh });
  }
  return {
    engine: db.engine,
    url: db.url,
    dataDir: db.dataDir,
    query: db.query,
    transaction: (work, options) => db.transaction(work, options),
    async listen(channel, onPayload, onGap) {
      const end = await db.listen(channel, onPayload, onGap);
      listening.add(end);
      return async () => {
        if (listening.delete(end)) await end();
      };
    },
    caughtUp: () => db.caughtUp(),
    maintain: (statement) => db.maintain(statement),
    ...(db.forgetLog && { forgetLog: () => db.forgetLog?.() ?? Promise.resolve() }),
    ...(db.copyFiles && { copyFiles: (directory: string) => db.copyFiles?.(directory) ?? Promise.resolve() }),
    ping: () => db.ping(),
    observe: (observer) => db.observe(observer),
    get figures() {
      return db.figures;
    },
    close() {
      isClosed = true;
      return db.close();
    },
    remove,
  };
}

/** @returns false if tables, functions or triggers are not as they were made, or a table has grown too large. */
async function empty(db: TestDatabase, { schema, rows, sequences }: Fresh): Promise<boolean> {
  if ((await schemaOf(db)) !== schema || (await largestTable(db)) > maxBytes) return false;
  const used = await tablesWithRows(db);
  // A lock that nobody gave back would have ended with the engine.
  await db.query.execute(sql`select pg_advisory_unlock_all()`);
  await db.transaction(
    async (tx) => {
      // Past the triggers that keep some tables from being emptied.
      await tx.execute(sql`set local session_replication_role = replica`);
      // To truncate a few tables, and by cascade nearly all, takes longer than to delete a few rows of each.
      for (const table of used) await tx.execute(sql`delete from ${sql.identifier(table)}`);
      await tx.execute(sql`
        select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences`);
      for (const [table, all] of rows) {
        const name = sql.identifier(table);
        await tx.execute(sql`insert into ${name} overriding system value
          select * from json_populate_recordset(null::${name}, ${JSON.stringify(all)}::json)`);
      }
      for (const { name, value } of sequences)
        await tx.execute(sql`select setval(${name}::regclass, ${value}::bigint)`);
      await tx.execute(sql`delete from pg_statistic`);
    },
    { limit: 60_000 },
  );
  for (const name of await readdir(db.dataDir))
    if (name !== "db" && name !== "lock") await rm(join(db.dataDir, name), { recursive: true });
  return true;
}

/** Bytes of the largest table with its indexes. */
async function largestTable(db: TestDatabase): Promise<number> {
  const { rows } = await db.query.execute<{ bytes: string }>(sql`
    select max(pg_total_relation_size(oid)) as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return Number(rows[0]?.bytes);
}

async function tablesWithRows(db: TestDatabase): Promise<string[]> {
  const { rows: all } = await db.query.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const each = all.map(
    ({ name }) => sql`select ${name} as name where exists (select from ${sql.identifier(name)})`,
  );
  const { rows } = await db.query.execute<{ name: string }>(sql.join(each, sql` union all `));
  return rows.map(({ name }) => name);
}

/** Those that have given a value. */
async function sequencesOf(db: TestDatabase): Promise<{ name: string; value: string }[]> {
  const { rows } = await db.query.execute<{ name: string; value: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where last_value is not null`);
  return rows;
}

/** A digest of tables, columns, constraints, indexes, triggers and functions. */
async function schemaOf(db: TestDatabase): Promise<string> {
  const { rows } = await db.query.execute<{ digest: string }>(sql`
    with ours as (select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace)
    select md5(string_agg(part, ' ' order by part)) as digest from (
      select relname || relkind::text as part from ours
      union all select relname || attname || atttypid::text || attnotnull::text
        from ours join pg_attribute on attrelid = ours.oid where attnum > 0
      union all select conname || convalidated::text || coalesce(hashtext(conbin::text)::text, '')
        from ours join pg_constraint on conrelid = ours.oid
      union all select relname || indisvalid::text from ours join pg_index on indexrelid = ours.oid
      union all select relname || tgname || tgenabled::text from ours join pg_trigger on tgrelid = ours.oid
      union all select proname || hashtext(prosrc)::text from pg_proc where pronamespace = 'public'::regnamespace
    ) parts`);
  return rows[0]?.digest ?? "";
}
