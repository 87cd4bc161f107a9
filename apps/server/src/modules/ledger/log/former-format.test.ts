import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { silentLog } from "@tests/support/server/database.ts";
import { makeLogTiles } from "@tests/support/server/log-tiles.ts";
import { entriesIn, openCheckpoint, sha256 } from "@tests/support/server/plain-log.ts";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { restoreEmbedded } from "../../../backup/restore-embedded.ts";
import { writeBackup } from "../../../backup/write-backup.ts";
import type { Transaction } from "../../../db/database.ts";
import { migrate } from "../../../db/migrate.ts";
import { ledger, ledgerLeaves } from "../../../db/schema.ts";
import { checkLedger } from "../../../verification/ledger/ledger-check.ts";

/** The migration to this format, and those that came later. */
const added = [
  "0017_reviewer_commitments.sql",
  "0018_verified_admins.sql",
  "0019_code_in_browsers.sql",
  "0020_turns.sql",
  "0021_waiting_posts.sql",
  "0022_links_without_punctuation.sql",
  "0023_mail_failures.sql",
  "0024_summaries_and_covers.sql",
  "0025_comments_and_likes_in_services.sql",
];

/** Writes the leaves as they were while each named its reviewer, and their hashes and tiles. */
async function useFormerFormat(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
  let previous: Buffer = Buffer.alloc(32);
  const rows = await tx
    .select({ seq: ledgerLeaves.seq, leaf: ledgerLeaves.leaf, reviewer: ledger.reviewerId })
    .from(ledgerLeaves)
    .leftJoin(ledger, eq(ledger.seq, ledgerLeaves.seq))
    .orderBy(asc(ledgerLeaves.seq));
  for (const { seq, leaf, reviewer } of rows) {
    const former = leaf
      .replace(/"reviewer_commitment":"\w+"/, `"reviewer":${reviewer}`)
      .replace(/"previous":"\w+"/, `"previous":"${previous.toString("hex")}"`)
      .replace('"v":3}', '"v":2}');
    const hash = sha256(Buffer.from(former));
    await tx.update(ledgerLeaves).set({ leaf: former, hash }).where(eq(ledgerLeaves.seq, seq));
    await tx.update(ledger).set({ previousHash: previous, hash }).where(eq(ledger.seq, seq));
    previous = hash;
  }
  await makeLogTiles(tx);
  await tx.execute(sql`alter table ledger drop column reviewer_salt`);
  await tx.execute(sql`drop index verified_admins`);
  await useFormerChecks(tx);
  await useFormerQueues(tx);
  await tx.execute(sql`delete from schema_migrations where name = any(${sql.param(added)}::text[])`);
}

/** The checks of code as they were while the server ran it; what made them stands in a migration. */
async function useFormerChecks(tx: Transaction): Promise<void> {
  const jobs = await readFile(new URL("../../../db/migrations/0015_jobs.sql", import.meta.url), "utf8");
  const [, statements = ""] =
    /^(create table code_checks [\s\S]*?)^-- The links of published texts/m.exec(jobs) ?? [];
  await tx.execute(sql`drop table code_checks`);
  await tx.execute(sql.raw(statements));
}

/** The tables of what waits as they were while each had one line. */
async function useFormerQueues(tx: Transaction): Promise<void> {
  for (const statement of [
    sql`alter table mails drop column sender`,
    sql`alter table pushes drop column sender`,
    sql`alter table links drop column owner_id`,
    sql`create index pushes_due on pushes (due_at, id)`,
    sql`create index links_due on links (next_ask_at, host)`,
    sql`create index links_of_host on links (host, next_ask_at)`,
    sql`drop index content_waiting_by_author`,
    sql`drop trigger notifications_tell_of_change on notifications`,
    sql`alter table mails drop column failure`,
    sql`drop index users_mail_refused`,
    sql`delete from link_queue`,
    sql`alter table revisions drop column summary, drop column cover_key`,
  ])
    await tx.execute(statement);
}

const newestOf = async (app: TestApp) =>
  openCheckpoint((await app.call("GET", "/log/checkpoint")).body, (await app.call("GET", "/log/key")).body);

test("a signed log whose rows name their reviewers goes on under a new name, and names nobody", async () => {
  const app = await buildTestApp({ publicUrl: "https://cairn.example" });
  const { user_id: authorId } = await registerMember(app, "TechWriter");
  const admin = await verifiedAdmin(app);
  const by = { authorId, reviewerId: admin.user_id };
  const published = await makeItem(app, by);
  const flagged = await makeItem(app, { ...by, status: "Flagged" });
  const waiting = await makeItem(app, { authorId, status: "Pending" });
  await app.db.transaction(useFormerFormat);
  await app.publicLog.begin();
  const signed = await newestOf(app);
  expect(signed).toMatchObject({ origin: "cairn.example/log", size: 2 });
  const folder = await mkdtemp(join(tmpdir(), "cairn-former-"));
  const backup = join(folder, "former.zip");
  await writeBackup(backup, { media: app.store, now: new Date(), withDatabase: (work) => work(app.db) });

  expect(await migrate(app.db)).toEqual(added);
  const { rows: toRead } = await app.db.query.execute(sql`select content_id::int as id from link_queue`);
  expect(toRead).toEqual([{ id: published }]);
  // What this machine signed is the former log's.
  const check = () => checkLedger(app.db.query, app.store, app.db.dataDir, {});
  expect((await check()).flaw).toBeNull();
  const next = await buildTestApp({ publicUrl: "https://cairn.example" }, null, {
    db: app.db,
    store: app.store,
  });
  next.passTime(10_000);
  await next.publicLog.begin();

  const now = await newestOf(next);
  expect(now).toMatchObject({ origin: expect.stringMatching(/^cairn\.example\/log\/fork-\w+$/), size: 3 });
  expect((await check()).flaw).toBeNull();
  const { rawPayload } = await next.inject({ method: "GET", url: "/log/tile/entries/000.p/3" });
  const leaves = entriesIn(rawPayload).map(String);
  expect(leaves.filter((leaf) => leaf.includes('"reviewer":'))).toEqual([]);
  expect(JSON.parse(leaves[2] ?? "")).toMatchObject({
    v: 3,
    kind: "fork",
    origin: now.origin,
    former: { origin: signed.origin, size: 2, root: Buffer.from(signed.root, "base64").toString("hex") },
  });

  const { items, notes } = (await next.call("GET", "/ledger", { token: admin.access_token })).body;
  expect(items).toMatchObject([
    { content_id: flagged, reviewer: { id: admin.user_id }, reason: expect.any(String) },
    { content_id: published, reviewer: { id: admin.user_id } },
  ]);
  expect(notes).toMatchObject([{ seq: 3, reason: expect.stringContaining("format of the log changed") }]);
  const decision = { token: admin.access_token, body: { revision: 1 } };
  expect((await next.call("POST", `/admin/content/${waiting}/approve`, decision)).status).toBe(200);
  await next.http.close();
  await app.close();

  // A backup of that time is restored as the same.
  const restored = { dataDir: join(folder, "restored"), bucket: null, log: silentLog, now: new Date() };
  const { verification } = await restoreEmbedded(backup, restored);
  expect(verification).toMatchObject({ rows: 3, flaw: null });
  await rm(folder, { recursive: true });
});
