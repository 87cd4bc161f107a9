import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../apps/server/src/db/database.ts";
import type { Kind, Write } from "./mixed-writes.ts";

const log = { info() {}, warn() {}, error: (facts: object) => console.error(facts) };

export interface Found {
  readonly lost: string[];
  readonly doubled: string[];
}

/** Compares what was written with what the database and the media folder of a stopped server hold. */
export async function compare(dataDir: string, writes: readonly Write[]): Promise<Found> {
  const db = await openDatabase({ dataDir, log });
  try {
    const counts = await countMarks(db);
    const files = await uploadedFiles(db);
    const lost = writes.filter(
      ({ acknowledged, kind, mark }) => acknowledged && !counts.get(`${kind} ${mark}`),
    );
    const doubled = writes.filter(({ kind, mark }) => (counts.get(`${kind} ${mark}`) ?? 0) > 1);
    const broken = files.filter((key) => !existsSync(join(dataDir, "media", key)));
    return {
      lost: [...lost.map(named), ...broken.map((key) => `file ${key}`)],
      doubled: doubled.map(named),
    };
  } finally {
    await db.close();
  }
}

const named = ({ kind, mark }: Write) => `${kind} ${mark}`;

async function countMarks(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.query.execute<{ kind: Kind; mark: string; number: number }>(sql`
    select kind, mark, count(*)::int as number from (
      select 'account' as kind, email as mark from users
      union all select 'comment', body from comments
      union all select 'like', content_id || ' ' || user_id from likes
      union all select case when media_key is null then 'post' else 'upload' end, title from revisions
    ) written group by kind, mark`);
  return new Map(rows.map(({ kind, mark, number }) => [`${kind} ${mark}`, number]));
}

async function uploadedFiles(db: Database): Promise<string[]> {
  const { rows } = await db.query.execute<{ key: string }>(
    sql`select key from media where erased_at is null`,
  );
  return rows.map(({ key }) => key);
}
