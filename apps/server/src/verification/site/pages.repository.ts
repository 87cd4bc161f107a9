import { sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "../../db/database.ts";

/** Pages of 8 KB that one statement reads: on the embedded engine everyone else waits meanwhile. */
const pagesAtOnce = 512;
const walkLimit = 10 * 60 * 1000;

export interface StoredTable {
  /** Its qualified name, quoted for SQL. */
  readonly name: string;
  readonly pages: number;
}

/** Cairn's and PostgreSQL's own tables, as far as this user may read them. */
export async function storedTables(db: Queries): Promise<StoredTable[]> {
  const { rows } = await db.execute<{ name: string; pages: number }>(sql`
    select format('%I.%I', nspname, relname) as name,
      (pg_relation_size(pg_class.oid) / current_setting('block_size')::int)::int as pages
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in (current_schema(), 'pg_catalog') and has_table_privilege(pg_class.oid, 'select')
    order by nspname = 'pg_catalog', relname`);
  return rows;
}

/** Reads every row completely, long texts included. @throws if a page is damaged */
export async function readTable(db: Queries, { name, pages }: StoredTable): Promise<void> {
  for (let from = 0; from < pages; from += pagesAtOnce) {
    await db.execute(sql`
      select sum(octet_length(read_row::text)) from ${sql.raw(name)} read_row
      where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + pagesAtOnce},0)`}::tid`);
  }
}

export interface StoredIndex {
  readonly id: number;
  readonly name: string;
  readonly table: string;
  readonly condition: string;
  /** The order of its keys: in this order only this index yields the rows without sorting. */
  readonly order: string;
}

/** Cairn's B-tree indexes: PostgreSQL cannot be made to walk all of another kind of index. */
export async function storedIndexes(db: Queries): Promise<StoredIndex[]> {
  const { rows } = await db.execute<StoredIndex & Record<string, unknown>>(sql`
    select indexrelid::int as id, relname as name, indrelid::regclass::text as table,
      coalesce(pg_get_expr(indpred, indrelid), 'true') as condition,
      (select string_agg(concat_ws(' ', pg_get_indexdef(indexrelid, place, true),
          case when pg_index_column_has_property(indexrelid, place, 'desc') then 'desc' else 'asc' end,
          case when pg_index_column_has_property(indexrelid, place, 'nulls_first') then 'nulls first' else 'nulls last' end
        ), ', ' order by place) from generate_series(1, indnkeyatts::int) place) as order
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where relnamespace = current_schema()::regnamespace and amname = 'btree'
    order by relname`);
  return rows;
}

/** How many rows an index yields and how many of its table's rows it should cover. @throws if a page is damaged */
export async function walkIndex(
  db: Database,
  { table, condition, order }: StoredIndex,
): Promise<{ led: number; stored: number }> {
  const rows = `select 1 from ${table} where ${condition}`;
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`
        select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) name`);
      const led = await count(tx, `${rows} order by ${order}`);
      await tx.execute(sql`
        select set_config(name, 'off', true) from unnest(array['enable_indexscan', 'enable_indexonlyscan']) name`);
      await tx.execute(sql`set local enable_seqscan = on`);
      return { led, stored: await count(tx, rows) };
    },
    { snapshot: true, limit: walkLimit },
  );
}

async function count(tx: Transaction, select: string): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(
    sql.raw(`select count(*)::int as total from (${select} offset 0) walked`),
  );
  return rows[0]?.total ?? 0;
}

/**
 * Runs amcheck on the structure of an index, if the operator has installed it and this user may run it; otherwise does
 * nothing.
 */
export async function checkStructure(db: Queries, { id }: StoredIndex): Promise<void> {
  const { rows } = await db.execute<{ may: boolean | null }>(sql`
    select has_function_privilege(to_regprocedure('bt_index_check(regclass, boolean)')::oid, 'execute') as may`);
  if (rows[0]?.may) await db.execute(sql`select bt_index_check(${id}::oid::regclass, true)`);
}

/** The table or index that a database file belongs to, by the file's number; null if there is none. */
export async function relationOf(db: Queries, file: number): Promise<string | null> {
  const { rows } = await db.execute<{ name: string | null }>(
    sql`select pg_filenode_relation(0, ${file}::oid)::regclass::text as name`,
  );
  return rows[0]?.name ?? null;
}

export interface StoredReference {
  readonly table: string;
  readonly target: string;
  /** SQL conditions: the row refers to something, and the other row is the one it refers to. */
  readonly names: string;
  readonly match: string;
}

/** Foreign keys, which PostgreSQL checks when a row is written and never again. */
export async function storedReferences(db: Queries): Promise<StoredReference[]> {
  const { rows } = await db.execute<StoredReference & Record<string, unknown>>(sql`
    select conrelid::regclass::text as table, confrelid::regclass::text as target,
      string_agg(format('referring.%I is not null', mine.attname), ' and ') as names,
      string_agg(format('named.%I = referring.%I', theirs.attname, mine.attname), ' and ') as match
    from pg_constraint
      cross join lateral unnest(conkey, confkey) with ordinality pair (my_number, their_number, place)
      join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = my_number
      join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = their_number
    where contype = 'f' and connamespace = current_schema()::regnamespace
    group by pg_constraint.oid, conname order by 1, conname`);
  return rows;
}

/** Number of rows that refer to a row that does not exist. */
export async function danglingRows(
  db: Queries,
  { table, target, names, match }: StoredReference,
): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql.raw(`
    select count(*)::int as total from ${table} referring
    where ${names} and not exists (select from ${target} named where ${match})`),
  );
  return rows[0]?.total ?? 0;
}
