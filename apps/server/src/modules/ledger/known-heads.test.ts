import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../../../../tests/support/server/app.ts";
import { makeItem } from "../../../../../tests/support/server/content.ts";
import { makeLogTiles } from "../../../../../tests/support/server/log-tiles.ts";
import { runCommand } from "../../operator/run-command.ts";
import { createHeadKeeper } from "./head-keeper.ts";
import { headFile, readHead, writeHead } from "./known-heads.ts";

let app: TestApp;
let dataDir: string;
let authorId: number;

beforeAll(async () => {
  app = await buildTestApp();
  dataDir = app.db.dataDir;
  authorId = (await registerMember(app, "TechWriter")).user_id;
});
afterAll(() => app.close());
beforeEach(() => rm(join(dataDir, headFile), { force: true }));

const errors: string[] = [];
const log = { error: (_facts: object, message: string) => void errors.push(message) };
const verify = (...more: string[]) => runCommand(["ledger", "verify", ...more], app.operator);
const headNow = async () => (await app.call("GET", "/ledger?per_page=1")).body.head;
const removeNewest = async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`delete from ledger where seq = (select max(seq) from ledger)`);
    await tx.execute(sql`delete from ledger_leaves where seq = (select max(seq) from ledger_leaves)`);
    await makeLogTiles(tx);
    await tx.execute(sql`
      update content set status = 'Pending', pending_revision_id = desk_revision_id, waiting_since = now(),
        published_revision_id = null, published_review = null, published_at = null, published_title = null,
        published_content_type = null, published_category_id = null, published_search = null, last_decision = null
      where id = (select max(id) from content)`);
  });
};

describe("the site", () => {
  const keeper = () => createHeadKeeper({ db: app.db, dataDir, log });

  test("stores the newest row outside the database atomically, replacing an older one", async () => {
    await keeper().runNow();
    expect(await readHead(dataDir)).toMatchObject({ seq: (await headNow())?.seq ?? 0 });
    const contentId = await makeItem(app, { authorId });
    await keeper().runNow();
    expect(await readHead(dataDir)).toEqual({ ...(await headNow()), contentId });
    expect((await readdir(dataDir)).filter((name) => name.startsWith(headFile))).toEqual([headFile]);
  });

  test("receives every committed decision and remembers it", async () => {
    const heard = new Promise<void>((resolve) => {
      void app.db.listen("ledger", () => resolve()).then(() => makeItem(app, { authorId }));
    });
    await expect(heard).resolves.toBeUndefined();
  });

  test("keeps a remembered row that is missing from the ledger, and logs that", async () => {
    await makeItem(app, { authorId });
    await keeper().runNow();
    const remembered = await readHead(dataDir);
    await removeNewest();
    errors.length = 0;
    await keeper().runNow();
    expect(await readHead(dataDir)).toEqual(remembered);
    expect(errors).toEqual([
      "the ledger does not contain the row that this machine remembers: run npm run admin -- ledger verify",
    ]);
    const { lines, status } = await verify();
    expect(status).toBe(1);
    expect(lines[0]).toBe(
      `The ledger is not correct: row ${remembered?.seq} (item ${remembered?.contentId}): it is missing: the ledger ends at row ${(remembered?.seq ?? 0) - 1}, but row ${remembered?.seq} is the row that this machine remembers.`,
    );
  });
});

describe("ledger verify", () => {
  test("remembers the newest row of a consistent ledger, and compares with it from then on", async () => {
    await makeItem(app, { authorId });
    const head = await headNow();
    expect((await verify()).lines.at(-1)).toBe(`Head: row ${head.seq}, ${head.hash}`);
    await makeItem(app, { authorId });
    expect((await verify()).lines.at(-1)).toBe(`Row ${head.seq} is the row that this machine remembers.`);
    expect(await readHead(dataDir)).toMatchObject(await headNow());
  });

  test("compares with a row that was noted elsewhere", async () => {
    const { seq, hash } = await headNow();
    const noted = await verify("--head", `${seq}:${hash.toUpperCase()}`);
    expect(noted).toMatchObject({ status: 0 });
    expect(noted.lines).toContain(`Row ${seq} is the row that you noted.`);
    expect(await verify("--head", `${seq + 1}:${hash}`)).toEqual({
      status: 1,
      lines: [
        `The ledger is not correct: row ${seq + 1}: it is missing: the ledger ends at row ${seq}, but row ${seq + 1} is the row that you noted.`,
      ],
    });
    const other = await verify("--head", `${seq}:${"0".repeat(64)}`);
    expect(other.status).toBe(1);
    expect(other.lines[0]).toContain("its hash differs from the row that you noted");
  });

  test("reports where an invalid head file is and what to do", async () => {
    await writeFile(join(dataDir, headFile), "{}");
    const { lines, status } = await verify();
    expect(status).toBe(1);
    expect(lines[0]).toContain(join(dataDir, headFile));
    expect(lines[0]).toContain("--head");
  });

  test("remembers nothing of an inconsistent ledger", async () => {
    const before = { seq: 1, hash: "0".repeat(64), contentId: null };
    await writeHead(dataDir, before);
    expect((await verify()).status).toBe(1);
    expect(await readHead(dataDir)).toEqual(before);
  });
});
