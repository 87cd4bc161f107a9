import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as schema from "./schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

/** Columns that only the database's own functions and named statements in plain SQL use. */
const untyped = ["content.published_decision", "users.author_words"];
/** `place_notification` writes them, and ignores any value that is sent. */
const setByTrigger = ["notifications.id", "notifications.position"];

interface ColumnRow extends Record<string, unknown> {
  readonly column: string;
  readonly type: string;
  readonly isNotNull: boolean;
  readonly hasDefault: boolean;
}

test("the typed schema names each column of its tables with its type, and whether it may be null or left out", async () => {
  const tables = Object.values(schema).filter((value) => is(value, PgTable));
  const typed = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map((column) => ({
      column: `${name}.${column.name}`,
      type: column.getSQLType().replace("timestamp (3)", "timestamp(3)"),
      isNotNull: column.notNull,
      hasDefault: column.hasDefault,
    }));
  });
  const names = tables.map((table) => getTableConfig(table).name);

  const { rows } = await database.query.execute<ColumnRow>(sql`
    select relname || '.' || attname as "column", format_type(atttypid, atttypmod) as type, attnotnull as "isNotNull",
      atthasdef or attidentity <> '' or relname || '.' || attname = any(${sql.param(setByTrigger)}::text[]) as "hasDefault"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relname = any(${sql.param(names)}::text[]) and attnum > 0`);
  const byName = (one: { column: string }, other: { column: string }) => (one.column < other.column ? -1 : 1);

  expect(typed.sort(byName)).toEqual(rows.filter(({ column }) => !untyped.includes(column)).sort(byName));
});
