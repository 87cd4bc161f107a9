import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTestApp } from "@tests/support/server/app.ts";
import {
  onServer,
  openTestDatabase,
  silentLog,
  type TestDatabase,
  testServer,
} from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../../../../../demo/write.ts";
import { listMedia } from "../../backup/media-folder.ts";
import { restoreEmbedded } from "../../backup/restore-embedded.ts";
import { restoreServer } from "../../backup/restore-server.ts";
import { writeBackup } from "../../backup/write-backup.ts";
import { demoPassword } from "../../modules/auth/passwords.ts";
import { openFolderStore } from "../../modules/media/store/folder-store.ts";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";
import { type Database, openDatabase } from "../database.ts";
import { dumpTable, listTables, readSequences } from "../dump.ts";

// Run by `npm run test:scale`: from the embedded engine to a server and back.

const now = new Date("2026-11-20T12:00:00.000Z");
const databaseName = `cairn_moved_${randomUUID().replaceAll("-", "")}`;

let folder: string;
let home: TestDatabase;
let server: TestDatabase;
let homeAgain: TestDatabase;
const heads: (string | undefined)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-moving-"));
  home = await openTestDatabase({});
  await seedDemo(home, await storeOf(home));

  await onServer(testServer(), `create database ${databaseName}`);
  const url = new URL(testServer());
  url.pathname = databaseName;
  const databaseUrl = url.href;
  const dataDir = await newDirectory();
  const toServer = { databaseUrl, dataDir, store: await storeOf({ dataDir }), log: silentLog };
  heads.push((await restoreServer(await backUp(home), toServer)).verification.head?.hash);
  server = await openAt(toServer.dataDir, databaseUrl);

  const back = { dataDir: await newDirectory(), bucket: null, log: silentLog, now };
  heads.push((await restoreEmbedded(await backUp(server), back)).verification.head?.hash);
  homeAgain = await openAt(back.dataDir);
}, 240_000);
afterAll(async () => {
  for (const database of [home, server, homeAgain]) await database.remove();
  await onServer(testServer(), `drop database ${databaseName} with (force)`);
  await rm(folder, { recursive: true });
});

const storeOf = ({ dataDir }: { dataDir: string }) => openFolderStore(join(dataDir, "media"));
const newDirectory = () => mkdtemp(join(folder, "data-"));
async function openAt(dataDir: string, url = ""): Promise<TestDatabase> {
  const db = await openDatabase({ url, dataDir, log: silentLog });
  return Object.assign(db, { dataDir, url, remove: () => db.close() });
}
async function backUp(db: TestDatabase): Promise<string> {
  const path = join(folder, `${randomUUID()}.zip`);
  await writeBackup(path, { media: await storeOf(db), now, withDatabase: (work) => work(db) });
  return path;
}

/** Every row of every table, in an order of its own. */
const rowsOf = (db: TestDatabase): Promise<Record<string, string[]>> =>
  db.transaction(async (tx) => {
    const tables: Record<string, string[]> = {};
    for (const name of await listTables(tx)) {
      const rows: string[] = [];
      for await (const batch of dumpTable(tx, name)) rows.push(...batch);
      tables[name] = rows.sort();
    }
    return tables;
  });

/** The words of searches are made by each database with its own dictionaries. */
const withoutSearch = ({ content = [], ...others }: Record<string, string[]>) => ({
  ...others,
  content: content.map((line) => JSON.stringify({ ...JSON.parse(line), published_search: null })).sort(),
});

async function mediaOf({ dataDir }: TestDatabase): Promise<string[]> {
  const media = join(dataDir, "media");
  return Promise.all(
    (await listMedia(media)).map(async (key) => {
      const hash = createHash("sha256").update(await readFile(join(media, key)));
      return `${key} ${hash.digest("hex")}`;
    }),
  );
}

/** What a database is made of besides its rows, in PostgreSQL's own words. */
async function structureOf(db: Database): Promise<string[]> {
  const { rows } = await db.query.execute<{ part: string }>(sql`
    select format('constraint %s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as part
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select format('trigger %s: %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
    union all
    select format('column %s.%s %s %s %s %s', table_name, column_name, data_type, is_nullable, identity_generation,
      coalesce(generation_expression, column_default))
    from information_schema.columns where table_schema = 'public'
    union all
    select format('function %s', pg_get_functiondef(oid)) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select format('sequence %s of %s', sequencename, data_type) from pg_sequences where schemaname = 'public'
    order by 1`);
  return rows.map(({ part }) => part);
}

test("every row is the same on the server, and again on the way back", async () => {
  const rows = await rowsOf(home);
  expect(Object.values(rows).flat().length).toBeGreaterThan(500);
  expect(withoutSearch(await rowsOf(server))).toEqual(withoutSearch(rows));
  expect(await rowsOf(homeAgain)).toEqual(rows);
});

test("the media have the same hashes, and the ledger the same head", async () => {
  const media = await mediaOf(home);
  expect(media.length).toBeGreaterThan(10);
  expect(await mediaOf(server)).toEqual(media);
  expect(await mediaOf(homeAgain)).toEqual(media);
  const { head } = await verifyLedger(home.query, await storeOf(home));
  expect(heads).toEqual([head?.hash, head?.hash]);
});

test("sequences continue where they stopped", async () => {
  const numbers = await home.transaction(readSequences);
  expect(Object.keys(numbers).length).toBeGreaterThan(5);
  expect(await server.transaction(readSequences)).toEqual(numbers);
  expect(await homeAgain.transaction(readSequences)).toEqual(numbers);
});

test("constraints, triggers, indexes, generated columns and functions equal those that the migrations make", async () => {
  const fresh = await openTestDatabase();
  const structure = await structureOf(fresh);
  expect(structure.length).toBeGreaterThan(200);
  expect(await structureOf(server)).toEqual(structure);
  await fresh.remove();
  expect(await structureOf(homeAgain)).toEqual(await structureOf(home));
});

test("a sample of calls is answered the same", async () => {
  const [first, ...others] = [await answersOf(home), await answersOf(server), await answersOf(homeAgain)];
  expect(first?.every(({ status }) => status === 200)).toBe(true);
  expect(others).toEqual([first, first]);
});

const sample = {
  visitor: [
    "/content?per_page=100",
    "/content/1",
    "/content/1/comments",
    "/content/1/reviews",
    "/content/search?q=the",
    "/ledger",
    "/categories",
  ],
  "member@cairn.test": ["/content", "/notifications", "/notifications/unread-count", "/profiles/me"],
  "writer@cairn.test": ["/content/stats", "/content/flagged", "/notifications"],
  "admin@cairn.test": ["/admin/overview", "/admin/content", "/admin/users", "/admin/categories"],
};

async function answersOf(db: TestDatabase) {
  const app = await buildTestApp({ rateLimits: false }, null, { db, store: await storeOf(db) });
  const answers: { path: string; status: number; body: unknown }[] = [];
  for (const [who, paths] of Object.entries(sample)) {
    const login = { body: { email: who, password: demoPassword }, from: "127.0.0.1" };
    const token = who === "visitor" ? "" : (await app.call("POST", "/auth/login", login)).body.access_token;
    for (const path of paths) {
      const { status, body } = await app.call("GET", path, { token });
      answers.push({ path, status, body: lasting(body) });
    }
  }
  await app.http.close();
  return answers;
}

const passing = ["time", "waiting_seconds", "oldestWaitSeconds"];

/** An answer without what a moment makes of it: relative times, and addresses that were signed just now. */
const lasting = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) => {
      if (passing.includes(key)) return undefined;
      return typeof value === "string" ? value.replace(/\?expires=.*$/, "") : value;
    }),
  );

test("a refused backup leaves an empty database empty, so that another can be restored", async () => {
  const name = `cairn_refused_${randomUUID().replaceAll("-", "")}`;
  await onServer(testServer(), `create database ${name}`);
  const url = new URL(testServer());
  url.pathname = name;
  const dataDir = await newDirectory();
  const target = { databaseUrl: url.href, dataDir, store: await storeOf({ dataDir }), log: silentLog };
  const path = join(folder, `${randomUUID()}.zip`);
  // A comment whose item is not there, as a damaged disk leaves it.
  await home.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update comments set content_id = content_id + 90000`);
  });
  await writeBackup(path, { media: await storeOf(home), now, withDatabase: (work) => work(home) });
  await home.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update comments set content_id = content_id - 90000`);
  });
  await expect(restoreServer(path, target)).rejects.toThrow("the table comments is not correct");
  const empty = await openDatabase({ url: url.href, dataDir, log: silentLog });
  const { rows } = await empty.query.execute<{ left: number }>(sql`
    select ((select count(*) from pg_class where relnamespace = 'public'::regnamespace)
      + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')))::int as left`);
  await empty.close();
  expect(rows).toEqual([{ left: 0 }]);
  await restoreServer(await backUp(home), target);
  await onServer(testServer(), `drop database ${name} with (force)`);
}, 240_000);
