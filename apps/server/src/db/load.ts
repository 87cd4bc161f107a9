import { sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import { listTables } from "./dump.ts";

/** Characters of JSON that one statement carries. */
const batchLength = 1_000_000;

/**
 * Fills a migrated database with rows as they were dumped. Triggers and foreign keys are put aside while it runs: the
 * rows hold what the triggers once wrote, and the keys are checked over all rows when they come back.
 */
export async function loading(tx: Transaction, load: () => Promise<void>): Promise<void> {
  const tables = await listTables(tx);
  const keys = await takeForeignKeys(tx);
  for (const table of tables) {
    await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    // What migrations wrote stands in the dump as well.
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

/** Loads a table's lines of JSON. Answers how many rows there were. */
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

/** Lets sequences go on where they stood. */
export async function setSequences(tx: Transaction, last: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(last)) {
    await tx.execute(sql`select setval(format('%I', ${name}::text)::regclass, ${value}::bigint)`);
  }
}

/** All columns but those that PostgreSQL computes. */
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
