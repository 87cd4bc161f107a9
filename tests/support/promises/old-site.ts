import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { type Database, openDatabase, type Transaction } from "../../../apps/server/src/db/database.ts";
import { dumpTable, listTables, readSequences } from "../../../apps/server/src/db/dump.ts";
import { loading, loadTable, setSequences } from "../../../apps/server/src/db/load.ts";
import { migrate } from "../../../apps/server/src/db/migrate.ts";
import { decisionReasons, ledger } from "../../../apps/server/src/db/schema.ts";
import { genesisHash, hashFormerEntry } from "../../../apps/server/src/modules/ledger/ledger-hash.ts";
import { startServer } from "../site/server.ts";
import { MixedWrites } from "../writes/mixed-writes.ts";
import { type Columns, columnsOf, log } from "./described-data.ts";

/** The newest migration of the previous version, from which existing sites upgrade. */
export const lastMigration = "0011_reports_tell_desk.sql";

/**
 * What the upgrade changes on purpose: reset codes must be requested again, the search tokenises texts better, and the
 * ledger is taken over into its second format, which the check of the site compares with the first.
 */
const meant = [
  "schema_migrations",
  "reset_codes",
  "reset_requests",
  "content.published_search",
  "ledger.hash",
  "ledger.previous_hash",
  "ledger.reason",
];

const settings = { SEED_DEMO: "true", HOST: "127.0.0.1", RATE_LIMITS: "off" };

/** The columns that the upgrade must not change: all of the old version except `meant`. */
export async function lastingColumns(dataDir: string): Promise<Columns> {
  const db = await openDatabase({ dataDir, log });
  const all = await columnsOf(db).finally(() => db.close());
  const lasting = [...all].filter(([table]) => !meant.includes(table));
  return new Map(
    lasting.map(([table, columns]) => [
      table,
      columns.filter((column) => !meant.includes(`${table}.${column}`)),
    ]),
  );
}

/** The data of a site after its last migration, with rows in all of its tables. `empty` names those without. */
export async function makeOldSite(folder: string): Promise<{ dataDir: string; empty: string[] }> {
  const [today, dataDir] = [join(folder, "today"), join(folder, "old")];
  await fillByCalls(today);
  await mkdir(dataDir);
  await cp(join(today, "media"), join(dataDir, "media"), { recursive: true });
  const [source, target] = [
    await openDatabase({ dataDir: today, log }),
    await openDatabase({ dataDir, log }),
  ];
  try {
    await migrate(target, { until: lastMigration });
    await source.transaction((from) => target.transaction((to) => copyRows(from, to)));
    await fillTheRest(target);
    return { dataDir, empty: await emptyTables(target) };
  } finally {
    await source.close();
    await target.close();
  }
}

/** Demo data and what members, writers and admins do. */
async function fillByCalls(dataDir: string): Promise<void> {
  await mkdir(dataDir);
  const server = await startServer({ dataDir, settings, flags: [] });
  const writes = new MixedWrites();
  const writing = writes.run(server.url);
  await writes.reach(200);
  writes.end();
  await writing;
  await server.stop();
}

/** Leaves out tables and columns that the old version lacks; copies values that triggers maintain as they are. */
async function copyRows(from: Transaction, to: Transaction): Promise<void> {
  const tables = (await listTables(to)).filter((table) => table !== "mails");
  await loading(to, async () => {
    for (const table of tables) {
      const lines = table === "ledger" ? formerLedger(from) : oneByOne(dumpTable(from, table));
      await loadTable(to, table, lines);
    }
    await setSequences(to, await readSequences(from));
  });
}

/** The rows of the ledger as the old version would have written them: with their reasons, in the first format. */
async function* formerLedger(from: Transaction): AsyncGenerator<string> {
  const rows = await from
    .select()
    .from(ledger)
    .leftJoin(decisionReasons, eq(decisionReasons.seq, ledger.seq))
    .orderBy(asc(ledger.seq));
  let previousHash: Buffer = genesisHash;
  for (const { ledger: row, decision_reasons: given } of rows) {
    const entry = { ...row, previousHash, reason: given?.reason ?? null };
    const hash = hashFormerEntry(entry);
    yield JSON.stringify({
      seq: row.seq,
      content_id: row.contentId,
      revision_id: row.revisionId,
      revision_number: row.revisionNumber,
      revision_hash: asBytea(row.revisionHash),
      media_hash: row.mediaHash && asBytea(row.mediaHash),
      decision: row.decision,
      reviewer_id: row.reviewerId,
      reason: entry.reason,
      decided_at: row.decidedAt,
      previous_hash: asBytea(previousHash),
      hash: asBytea(hash),
    });
    previousHash = hash;
  }
}

const asBytea = (bytes: Buffer) => `\\x${bytes.toString("hex")}`;

async function* oneByOne(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield* batch;
}

/** Adds rows that none of the calls above make, as the old version would have written them. */
async function fillTheRest(db: Database): Promise<void> {
  const hash = (byte: string) => sql.raw(`decode(repeat('${byte}', 32), 'hex')`);
  const [member, admin] = [person("User"), person("Admin")];
  const item = sql`(select min(id) from content where status = 'Published')`;
  const statements = [
    sql`insert into content_claims (content_id, admin_id, expires_at) values (${item}, ${admin}, now() + interval '1 day')`,
    sql`insert into admin_actions (admin_id, kind, subject_id, subject, done_at)
      values (${admin}, 'userUpdated', ${member}, 'Somebody', now())`,
    sql`insert into reports (content_id, reporter_id, reason, created_at, closed_at, closed_by) values
      (${item}, ${member}, 'It is out of date.', now(), null, null),
      (${item}, ${admin}, 'It was out of date.', now(), now(), ${admin})`,
    sql`insert into deletion_requests (user_id, reason, created_at) values (${member}, 'I move on.', now())`,
    sql`insert into provider_accounts (provider, issuer, subject, user_id, created_at, last_used_at)
      values ('google', 'https://issuer.example', 'somebody', ${member}, now(), now())`,
    sql`insert into provider_attempts (state_hash, browser_hash, provider, code_verifier, nonce, created_at)
      values (${hash("01")}, ${hash("02")}, 'google', repeat('v', 43), repeat('n', 20), now())`,
    sql`insert into mails (recipient, subject, body, queued_at, due_at, give_up_at, sent_at) values
      ('waits@example.test', 'Waits', 'Words.', now(), now() + interval '1 day', now() + interval '2 days', null),
      ('sent@example.test', 'Sent', null, now(), now(), now(), now())`,
    sql`insert into account_links (token_hash, user_id, purpose, email, expires_at)
      values (${hash("03")}, ${member}, 'setPassword', null, now() + interval '1 day')`,
    sql`insert into feed_copies (source, address_hash, fetched_at, payload) values ('videos', ${hash("04")}, now(), '[]')`,
    sql`insert into reset_requests (email, requested_at) values ('asks@example.test', now())`,
    sql`insert into reset_codes (user_id, email, code_hash, expires_at)
      values (${member}, 'asks@example.test', ${hash("05")}, now() + interval '1 day')`,
  ];
  for (const statement of statements) await db.query.execute(statement);
}

const person = (role: string) => sql.raw(`(select min(id) from users where role = '${role}')`);

async function emptyTables(db: Database): Promise<string[]> {
  const empty: string[] = [];
  for (const table of await listTables(db.query)) {
    const { rows } = await db.query.execute(sql`select from ${sql.identifier(table)} limit 1`);
    if (rows.length === 0) empty.push(table);
  }
  return empty;
}
