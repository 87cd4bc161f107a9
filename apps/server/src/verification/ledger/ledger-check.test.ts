import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { makeLogTiles } from "@tests/support/server/log-tiles.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "../../db/database.ts";
import { ledger, ledgerLeaves } from "../../db/schema.ts";
import { hashLeaf, leafOf } from "../../modules/ledger/ledger-hash.ts";
import { newestCheckpoint } from "../../modules/ledger/log/log.repository.ts";
import { runCommand } from "../../operator/run-command.ts";
import { checkLedger } from "./ledger-check.ts";
import { inWords } from "./ledger-verifier.ts";

let app: TestApp;
let checkpoint: string;
let authorId: number;

beforeAll(async () => {
  app = await buildTestApp();
  checkpoint = join(app.db.dataDir, "log-checkpoint");
  authorId = (await registerMember(app, "TechWriter")).user_id;
  await app.publicLog.begin();
});
afterAll(() => app.close());

const verify = (...more: string[]) => runCommand(["ledger", "verify", ...more], app.operator);
const headNow = async () => (await app.call("GET", "/ledger?per_page=1")).body.head;
async function decideAndSign(): Promise<void> {
  await makeItem(app, { authorId });
  app.passTime(2_000);
  await app.publicLog.sign();
}

class Undo extends Error {}

/** What the check says after a change past all triggers, which is undone again. */
async function wordsAfter(change: (tx: Transaction) => Promise<unknown>): Promise<string> {
  let words = "";
  const work = app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await change(tx);
    const { flaw } = await checkLedger(tx, app.store, app.db.dataDir, {});
    words = flaw ? inWords(flaw) : "";
    throw new Undo();
  });
  await expect(work).rejects.toThrow(Undo);
  return words;
}

/** The newest decision and all that follows from it, the database's own checkpoint included. */
async function removeNewest(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from ledger where seq = (select max(seq) from ledger)`);
  await tx.execute(sql`delete from ledger_leaves where seq = (select max(seq) from ledger_leaves)`);
  await makeLogTiles(tx);
  await tx.execute(sql`delete from log_checkpoint`);
  await tx.execute(sql`
    update content set status = 'Pending', pending_revision_id = desk_revision_id, waiting_since = now(),
      published_revision_id = null, published_review = null, published_at = null, published_title = null,
      published_content_type = null, published_category_id = null, published_search = null, last_decision = null
    where id = (select max(id) from content)`);
}

describe("ledger verify", () => {
  test("says which row this machine signed last", async () => {
    expect((await verify()).status).toBe(0); // nothing is signed yet
    await decideAndSign();
    const signed = await headNow();
    const before = (await verify()).lines;
    expect(before).toContain(`Head: row ${signed.seq}, ${signed.hash}`);
    expect(before.at(-1)).toBe(`Row ${signed.seq} is the newest row that this machine signed.`);
    await makeItem(app, { authorId });
    expect((await verify()).lines.at(-1)).toBe(
      `Row ${signed.seq} is the newest row that this machine signed.`,
    );
  });

  test("finds that the newest rows are missing, where the database's own checkpoint went with them", async () => {
    await decideAndSign();
    const { seq } = await headNow();
    const kept = await readFile(checkpoint, "utf8");
    expect(await wordsAfter(removeNewest)).toBe(
      `row ${seq}: it is missing: the ledger ends at row ${seq - 1}, but row ${seq} is the newest row that this machine signed`,
    );
    expect(await readFile(checkpoint, "utf8")).toBe(kept);
  });

  test("finds that rows were written again, with all hashes and tiles", async () => {
    await decideAndSign();
    const { seq } = await headNow();
    const words = await wordsAfter(async (tx) => {
      const [row] = await tx.select().from(ledger).where(eq(ledger.seq, seq));
      if (!row) throw new Error("no row");
      const decidedAt = new Date(row.decidedAt.getTime() + 1);
      const leaf = leafOf({ ...row, decidedAt });
      const hash = hashLeaf(leaf);
      await tx.update(ledger).set({ decidedAt, hash }).where(eq(ledger.seq, seq));
      await tx.update(ledgerLeaves).set({ leaf, hash }).where(eq(ledgerLeaves.seq, seq));
      await makeLogTiles(tx);
      await tx.execute(sql`delete from log_checkpoint`);
    });
    expect(words).toContain(`row ${seq} (item `);
    expect(words).toContain("the rows up to it differ from those that were signed");
  });

  test("keeps the newest checkpoint where this machine had none, or an older one, and only if all fits", async () => {
    await decideAndSign();
    const newest = (await newestCheckpoint(app.db.query))?.head.note;
    const older = await readFile(checkpoint, "utf8");
    await rm(checkpoint);
    expect(
      await wordsAfter((tx) => tx.execute(sql`update content set published_title = 'Another'`)),
    ).not.toBe("");
    await expect(readFile(checkpoint)).rejects.toThrow("ENOENT");
    expect((await verify()).status).toBe(0);
    expect(await readFile(checkpoint, "utf8")).toBe(newest);
    await decideAndSign();
    await writeFile(checkpoint, older);
    expect((await verify()).lines.filter((line) => line.startsWith("Row "))).toHaveLength(2);
    expect(await readFile(checkpoint, "utf8")).toBe((await newestCheckpoint(app.db.query))?.head.note);
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

  test("names the file of the checkpoint if it cannot be read", async () => {
    await writeFile(checkpoint, "{}");
    const { lines, status } = await verify();
    expect([status, lines[0]]).toEqual([1, expect.stringContaining(checkpoint)]);
  });
});
