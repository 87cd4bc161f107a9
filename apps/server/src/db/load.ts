import { sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { listTables } from "./dump.ts";

/** Characters of JSON that one statement carries. */
const batchLength = 1_000_000;

/**
 * Fills a migrated database with rows as they were dumped. Triggers are disabled and foreign keys dropped while it
 * runs: the rows already hold what the triggers once wrote, and adding the keys again checks them over all rows.
 */
export async function loading(tx: Transaction, load: () => Promise<void>): Promise<void> {
  const tables = await listTables(tx);
  const keys = await takeForeignKeys(tx);
  for (const table of tables) {
    await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    // The dump also contains the rows that migrations insert.
    await tx.execute(sql`delete from ${sql.identifier(table)}`);
  }
  await load();
  for (const key of keys) {
    await tx.execute(
      sql`alter table ${sql.identifier(key.table)} add constraint ${sql.identifier(key.name)} ${sql.raw(key.definition)}`,
    );
  }
  for (const table of tables) {
    await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
  }
}

/** Loads a table's lines of JSON. Returns the number of rows. */
export async function loadTable(
  tx: Transaction,
  table: string,
  lines: AsyncIterable<string>,
): Promise<number> {
  const name = sql.identifier(table);
  const columns = sql.join(
    (await storedColumns(tx, table)).map((column) => sql.identifier(column)),
    sql`, `,
  );
  let rows = 0;
  let batch: string[] = [];
  let length = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const json = `[${batch.join(",")}]`;
    await tx.execute(sql`
      insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${json}::json)`);
    rows += batch.length;
    batch = [];
    length = 0;
  };
  for await (const line of lines) {
    batch.push(line);
    length += line.length;
    if (length > batchLength) await flush();
  }
  await flush();
  return rows;
}

/** Statements that drop every table, sequence and function of the schema, except those of extensions. */
export async function dropsOfSchema(db: Queries): Promise<string[]> {
  const { rows } = await db.execute<{ statement: string }>(sql`
    select format('drop table if exists %I cascade', tablename) as statement from pg_tables
    where schemaname = current_schema()
    union all
    select format('drop sequence if exists %I cascade', sequencename) from pg_sequences
    where schemaname = current_schema()
    union all
    select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
  return rows.map(({ statement }) => statement);
}

/** Sets sequences to continue where they stood. */
export async function setSequences(tx: Transaction, last: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(last)) {
    await tx.execute(sql`select setval(format('%I', ${name}::text)::regclass, ${value}::bigint)`);
  }
}

/** All columns except those that PostgreSQL computes. */
async function storedColumns(tx: Transaction, table: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`);
  return rows.map(({ name }) => name);
}

async function takeForeignKeys(tx: Transaction) {
  const { rows } = await tx.execute<{ table: string; name: string; definition: string }>(sql`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of rows) {
    await tx.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`);
  }
  return rows;
}
