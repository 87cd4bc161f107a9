import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../../apps/server/src/db/database.ts";

/** The columns of each table. */
type Columns = ReadonlyMap<string, readonly string[]>;

export const log = { info() {}, warn() {}, error: (facts: object) => console.error(facts) };

/** Left out: what a start fetches from external services or makes in the background, and when a migration ran. */
const left = [
  "feed_copies",
  "jobs",
  "schema_migrations.applied_at",
  "media.rendition_widths",
  "media.colour",
  "site_storage.bytes",
];
/** Of a table's row: whether it is not a picture's smaller file. */
const isNotMade = sql`to_jsonb(one)->>'rendition_of' is null`;

async function columnsOf(db: Database): Promise<Columns> {
  const { rows } = await db.query.execute<{ table: string; columns: string[] }>(sql`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

interface Detail {
  /** `counts` is for two sites made at different times, whose rows differ by their moments and random names. */
  readonly detail: "rows" | "counts";
}

/** Describes all data of a stopped site: one line for each table and one for each file. */
export async function describeData(dataDir: string, { detail }: Detail): Promise<string[]> {
  const db = await openDatabase({ dataDir, log });
  try {
    const lines: string[] = [];
    for (const [table, all] of await columnsOf(db)) {
      if (left.includes(table)) continue;
      const compared = all.filter((column) => !left.includes(`${table}.${column}`));
      lines.push(`${table}: ${await describeTable(db, table, compared, detail)}`);
    }
    return [...lines, ...(await describeFiles(db, dataDir))];
  } finally {
    await db.close();
  }
}

/** The number of rows, and a hash that shows whether two tables have the same rows. */
async function describeTable(
  db: Database,
  table: string,
  columns: readonly string[],
  detail: Detail["detail"],
): Promise<string> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const hash = sql`coalesce(md5(string_agg(md5(one::text), '' order by one::text)), '')`;
  const { rows } = await db.query.execute<{ rows: number; hash: string }>(sql`
    select count(*)::int as rows, ${detail === "rows" ? hash : sql`''`} as hash
    from (select ${names} from ${sql.identifier(table)} one where ${isNotMade}) one`);
  return `${rows[0]?.rows} rows ${rows[0]?.hash}`.trim();
}

/** The hash of the bytes that are really there, for each file that a row names. */
async function describeFiles(db: Database, dataDir: string): Promise<string[]> {
  const { rows } = await db.query.execute<{ key: string; hash: string }>(
    sql`select key, encode(sha256, 'hex') as hash from media one
      where erased_at is null and ${isNotMade} order by key`,
  );
  return Promise.all(
    rows.map(async ({ key, hash }) => {
      const bytes = await readFile(join(dataDir, "media", key)).catch(() => null);
      if (!bytes) return `file ${key}: missing`;
      const read = createHash("sha256").update(bytes).digest("hex");
      return `file ${read === hash ? hash : `${key}: not the one that was stored`}`;
    }),
  );
}

/** The lines that are in only one of two descriptions. */
export const differences = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((line) => !other.includes(line)),
  ...other.filter((line) => !one.includes(line)).map((line) => `instead of ${line}`),
];
