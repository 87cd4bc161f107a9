import { sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";

/** Rows fetched at a time; with the longest texts about 10 MB. */
const fetched = 200;

/** Tables of the application with all their rows as JSON, in no particular order. */
export async function listTables(db: Queries): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> 'schema_migrations' order by tablename`);
  return rows.map(({ name }) => name);
}

/** One line of JSON per row of a table, a batch at a time, all as of the transaction's snapshot. */
export async function* dumpTable(tx: Transaction, table: string): AsyncGenerator<string[]> {
  await tx.execute(sql`
    declare dumped no scroll cursor for select row_to_json(dumped_row)::text as line
    from ${sql.identifier(table)} dumped_row`);
  while (true) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${fetched} from dumped`));
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < fetched) break;
  }
  await tx.execute(sql`close dumped`);
}

/** The last number that each sequence has issued, so that no number is issued twice. */
export async function readSequences(tx: Transaction): Promise<Record<string, string>> {
  const { rows } = await tx.execute<{ name: string; last: string | null }>(sql`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()`);
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

/** Names of the applied migrations, oldest first. */
export async function readAppliedMigrations(db: Queries): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from schema_migrations order by name`);
  return rows.map(({ name }) => name);
}
