import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { copyTemplate, openTestDatabase, silentLog } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../../../../../demo/write.ts";
import { openDatabase } from "../../db/database.ts";
import { openFolderStore } from "../../modules/media/store/folder-store.ts";
import { isMediaName } from "../../modules/media/store/media-store.ts";
import { runCommand } from "../../operator/run-command.ts";

let app: TestApp;
let mediaDir: string;
let keys: string[];
beforeAll(async () => {
  const db = await openTestDatabase();
  mediaDir = join(db.dataDir, "media");
  const store = await openFolderStore(mediaDir);
  await seedDemo(db, store);
  app = await buildTestApp({}, null, { db, store });
  keys = (await readdir(mediaDir)).filter(isMediaName).sort();
});
afterAll(() => app.close());

const check = () => runCommand(["check"], app.operator);
const execute = (statement: string) => app.db.query.execute(sql.raw(statement));
/** Past every trigger and foreign key, as damage is. */
const tamper = (...statements: string[]) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });

test("an unchanged site passes every part of the check", async () => {
  const { lines, status } = await check();
  expect(lines.filter((line) => !line.startsWith(" "))).toEqual([
    expect.stringMatching(/^Pages: no problems \(\d{2,} tables and \d{2,} indexes\)$/),
    expect.stringMatching(/^References: no problems \(\d{2,} foreign keys\)$/),
    `Files: no problems (${keys.length} files)`,
    expect.stringMatching(/^Counters: no problems \(\d+ kinds\)$/),
    expect.stringMatching(/^Ledger: no problems \(\d{2,} rows\)$/),
    "Jobs: no problems (11 kinds)",
    "Mail: no problems (addresses)",
  ]);
  expect(status).toBe(0);
});

test("changed, missing, unreadable and unreferenced files are named", async () => {
  const [changed = "", missing = "", unreadable = "", waiting = ""] = keys;
  const aside = await mkdtemp(join(tmpdir(), "cairn-aside-"));
  for (const key of [missing, unreadable]) await rename(join(mediaDir, key), join(aside, key));
  await mkdir(join(mediaDir, unreadable));
  const bytes = await readFile(join(mediaDir, changed));
  await writeFile(join(mediaDir, changed), Buffer.concat([bytes, Buffer.from("x")]));
  await writeFile(join(mediaDir, "somebodys.txt"), "x");
  // Killed between the commit and its place: nothing is wrong with it.
  await rename(join(mediaDir, waiting), join(mediaDir, "incoming", waiting));
  const { lines, status } = await check();
  await rm(join(mediaDir, "somebodys.txt"));
  await rm(join(mediaDir, unreadable), { recursive: true });
  await writeFile(join(mediaDir, changed), bytes);
  for (const key of [missing, unreadable]) await rename(join(aside, key), join(mediaDir, key));
  await rm(aside, { recursive: true });
  const from = lines.findIndex((line) => line.startsWith("Files:"));
  expect(lines.slice(from, from + 5)).toEqual([
    `Files: 3 PROBLEMS (${keys.length} files)`,
    `  ${changed} has changed since it was stored`,
    `  ${missing} is missing`,
    expect.stringMatching(`^  ${unreadable} cannot be read: .* \\(EISDIR\\)$`),
    "  1 files belong to no row: somebodys.txt",
  ]);
  expect(status).toBe(2);
});

test.each([
  [
    "update content set likes = likes + 1 where id = 1",
    "update content set likes = likes - 1 where id = 1",
    "likes of item 1: ",
  ],
  [
    "update content set comments = comments + 1 where id = 1",
    "update content set comments = comments - 1 where id = 1",
    "comments of item 1: ",
  ],
  [
    "update categories set posts = posts + 1 where id = 2",
    "update categories set posts = posts - 1 where id = 2",
    "posts of category 2: ",
  ],
  [
    "update content_counts set total = total + 1",
    "update content_counts set total = total - 1",
    "items of author ",
  ],
  [
    "update author_weeks set likes = likes + 1",
    "update author_weeks set likes = likes - 1",
    "likes of author ",
  ],
  [
    "update kept_counts set total = total + 1 where name = 'users'",
    "update kept_counts set total = total - 1 where name = 'users'",
    "users: ",
  ],
  [
    "insert into kept_counts (name, total) values ('things that nobody counts', 3)",
    "delete from kept_counts where name = 'things that nobody counts'",
    "things that nobody counts: ",
  ],
  [
    "update member_days set joined = joined + 1",
    "update member_days set joined = joined - 1",
    "members who joined on ",
  ],
  [
    "update audiences set newest = newest + 1 where id = 1",
    "update audiences set newest = newest - 1 where id = 1",
    "notifications of audience 1: ",
  ],
  [
    "update notifications set except_position = except_position + 1 where except_id is not null",
    "update notifications set except_position = except_position - 1 where except_id is not null",
    "place of notification ",
  ],
  [
    "update audience_members set read_above = read_above + 1",
    "update audience_members set read_above = read_above - 1",
    "notifications of audience ",
  ],
  [
    "update member_storage set bytes = bytes + 5 where user_id = 1",
    "update member_storage set bytes = bytes - 5 where user_id = 1",
    "bytes of member 1: ",
  ],
  [
    "update media set owner_id = 1 where key = (select min(key) from media)",
    "update media set owner_id = null",
    "bytes of member 1: ",
  ],
  [
    "update site_storage set bytes = bytes + 1",
    "update site_storage set bytes = bytes - 1",
    "bytes of the site: ",
  ],
  [
    "update comments set content_id = content_id + 90000",
    "update comments set content_id = content_id - 90000",
    "comments: ",
  ],
])("after %s the check fails", async (spoil, mend, line) => {
  await tamper(spoil);
  const spoilt = await check();
  await tamper(mend);
  expect(spoilt.status).toBe(2);
  expect(spoilt.lines).toContainEqual(expect.stringMatching(`^  ${line}`));
});

test("after each was put right the check passes", async () => {
  expect(await check()).toMatchObject({ status: 0 });
});

test("an index that misses rows of its table is named", async () => {
  const ready = (is: boolean) =>
    execute(`update pg_index set indisready = ${is} where indexrelid = 'content_by_author'::regclass`);
  await ready(false);
  // Its rows are written again, where this index has not seen them.
  await tamper("update content set created_at = created_at + interval '1 hour'");
  await ready(true);
  const { lines } = await check();
  await execute("reindex index content_by_author");
  await tamper("update content set created_at = created_at - interval '1 hour'");
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}the index content_by_author leads to \d+ rows, its table has \d+$/),
  );
  expect(await check()).toMatchObject({ status: 0 });
});

describe("when the disk has changed pages", () => {
  let damaged: TestApp;
  beforeAll(async () => {
    const dataDir = await copyTemplate();
    const db = await openDatabase({ dataDir, log: silentLog });
    await seedDemo(db, await openFolderStore(join(dataDir, "media")));
    const { rows } = await db.query.execute<{ path: string }>(sql`
      select pg_relation_filepath(name::regclass) as path
      from unnest(array['ledger', 'comments_by_content']) name`);
    await db.close();
    for (const { path } of rows) await damage(join(dataDir, "db", path));
    const again = await openTestDatabase({ dataDir });
    damaged = await buildTestApp({}, null, {
      db: again,
      store: await openFolderStore(join(dataDir, "media")),
    });
  });
  afterAll(() => damaged.close());

  test("the check names each, and still checks everything else", async () => {
    const { lines, status } = await runCommand(["check"], damaged.operator);
    expect(status).toBe(2);
    const page = 'invalid page in block \\d+ of relation "?base/\\d+/\\d+"? \\(XX001\\)$';
    expect(lines[0]).toMatch(/^Pages: \d+ PROBLEMS/);
    for (const name of ["ledger", "comments_by_content"])
      expect(lines).toContainEqual(expect.stringMatching(`^  ${name} cannot be read: ${page}`));
    expect(lines).toContainEqual(expect.stringMatching(/^Files: no problems/));
    expect(
      lines.slice(lines.indexOf("Ledger: 1 PROBLEM (0 rows)")).filter((line) => !/^ .* wait,/.test(line)),
    ).toEqual([
      "Ledger: 1 PROBLEM (0 rows)",
      expect.stringMatching(`^  ledger cannot be read: ${page}`),
      "Jobs: no problems (11 kinds)",
      "Mail: no problems (addresses)",
    ]);
    expect(lines.join("\n")).not.toContain("    at ");
  });

  test("verifying the ledger says in one line that one of its pages cannot be read", async () => {
    const { lines, status } = await runCommand(["ledger", "verify"], damaged.operator);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^invalid page in block .*\(XX001\)$/)]);
  });

  test("reading data on such a page answers 503", async () => {
    expect(await damaged.call("GET", "/ledger")).toMatchObject({
      status: 503,
      body: { code: "unavailable" },
    });
    expect((await damaged.call("GET", "/categories")).status).toBe(200);
  });
});

/** One byte in the middle of every page: none of them has the checksum of its bytes any more. */
async function damage(path: string): Promise<void> {
  const file = await open(path, "r+");
  const { size } = await stat(path);
  const byte = Buffer.alloc(1);
  for (let at = 4_096; at < size; at += 8_192) {
    await file.read(byte, 0, 1, at);
    byte.writeUInt8(byte.readUInt8(0) ^ 1);
    await file.write(byte, 0, 1, at);
  }
  await file.close();
}
