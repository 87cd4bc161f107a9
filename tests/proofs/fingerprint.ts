import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { TestApp } from "../support/server/app.ts";
import { filesIn } from "../support/server/uploads.ts";

/**
 * What a refused call is there to change: keys that were tried, when a session was last seen, and how often a reset
 * code was guessed (docs/rules.md#reset-codes). The newest row of the public log is signed in a second at the latest, or when its
 * proof is asked for before: the signature adds nothing to what was decided.
 */
const exempt = ["idempotency_keys", "sessions", "reset_codes", "log_checkpoint"];

let question: string | undefined;
/** What the tables held when the write-ahead log of their database was that long. */
const known = new WeakMap<TestApp["db"], { position: string; marks: Record<string, string> }>();

/**
 * What is stored, in a few words: of every table its rows and the newest change among them, and the files of media and
 * of mails. Two that are alike say that nothing was added, changed or taken away meanwhile.
 */
export async function fingerprint({ db, store }: TestApp): Promise<Record<string, string>> {
  const marks = await marksOf(db);
  const outbox = await readdir(join(db.dataDir, "outbox")).catch(() => []); // nothing was mailed yet
  return {
    ...marks,
    media: (await filesIn({ store })).sort().join(" "),
    outbox: outbox.sort().join(" "),
  };
}

/** No table is looked at when nothing was written since the last time: no change leaves the log as it was. */
async function marksOf(db: TestApp["db"]): Promise<Record<string, string>> {
  const [log] = (
    await db.query.execute<{ position: string }>(sql`select pg_current_wal_insert_lsn() as position`)
  ).rows;
  const position = log?.position ?? "";
  const last = known.get(db);
  if (last?.position === position) return last.marks;
  question ??= await ask(db);
  const { rows } = await db.query.execute<{ name: string; mark: string }>(sql.raw(question));
  const marks = Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
  known.set(db, { position, marks });
  return marks;
}

/** A change gives its row a newer transaction; of sessions and codes only what does not move by itself counts. */
async function ask(db: TestApp["db"]): Promise<string> {
  const { rows } = await db.query.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const whole = rows.filter(({ name }) => !exempt.includes(name));
  const parts = whole.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from "${name}"`,
  );
  const ended = "count(*) || ' ' || count(ended_at)";
  const codes = "count(*) || ' ' || coalesce(max(expires_at)::text, '') || ' ' || count(verified_at)";
  return [
    ...parts,
    `select 'sessions', ${ended} from sessions`,
    `select 'reset_codes', ${codes} from reset_codes`,
  ].join(" union all ");
}
