import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildTestApp } from "@tests/support/server/app.ts";
import { copyTemplate, openTestDatabase } from "@tests/support/server/database.ts";
import {
  nextLine,
  startAppProcess,
  startDatabaseProcess,
  type TestProcess,
} from "@tests/support/server/test-process.ts";
import { MixedWrites } from "@tests/support/writes/mixed-writes.ts";
import { compare } from "@tests/support/writes/stored.ts";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { seedDemo } from "../../../../../demo/write.ts";
import { openFolderStore } from "../../modules/media/store/folder-store.ts";
import { runCommand } from "../../operator/run-command.ts";

/** `npm run prove` asks for more. */
const kills = Number(process.env.CAIRN_PROVE_KILLS ?? 3);
/** Kills of the whole server take longer. */
const lives = Math.ceil(kills / 2);
const kindsOfWrites = 12;
const timeout = 30_000 + kills * 15_000;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test("kill -9 during writes neither loses nor doubles an acknowledged write, and never splits a pair", {
  timeout,
}, async () => {
  const dataDir = await copyTemplate();
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const first = await openTestDatabase({ dataDir });
  await first.query.execute(sql`create table writes (label text)`);
  await first.close();

  const singles: string[] = [];
  const pairs: string[] = [];
  const waits: number[] = [];
  for (let life = 1; life <= kills; life += 1) {
    const start = performance.now();
    const writer = startDatabaseProcess("write", dataDir, String(life));
    cleanUps.push(() => writer.kill());
    expect(await nextLine(writer)).toBe(`open ${writer.pid}`);
    waits.push(performance.now() - start);
    await acknowledged(writer, 20 + Math.floor(Math.random() * 200), { singles, pairs });
    await Promise.all([writer.kill(), acknowledged(writer, Infinity, { singles, pairs })]);
  }

  const after = await openTestDatabase({ dataDir });
  cleanUps.push(() => after.close());
  const { rows } = await after.query.execute<{ label: string; number: number }>(
    sql`select label, count(*)::int as number from writes group by label`,
  );
  const stored = new Map(rows.map(({ label, number }) => [label, number]));
  const isPair = (label: string) => Number(label.split("-")[1]) % 2 === 1;
  expect(singles.filter((label) => stored.get(label) !== 1)).toEqual([]);
  expect(pairs.filter((label) => stored.get(label) !== 2)).toEqual([]);
  expect(rows.filter(({ label, number }) => number !== (isPair(label) ? 2 : 1))).toEqual([]);
  report(singles.length + pairs.length, waits);
});

test("after kill -9 of the server every kind of acknowledged write exists once, and the stored data is consistent", {
  timeout,
}, async () => {
  const dataDir = await copyTemplate();
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const before = await openTestDatabase({ dataDir });
  await seedDemo(before, await openFolderStore(join(dataDir, "media")));
  await before.close();

  const writes = new MixedWrites();
  for (let life = 1; life <= lives; life += 1) {
    const server = startAppProcess(dataDir);
    cleanUps.push(() => server.kill());
    const writing = writes.run(await nextLine(server));
    const goal = writes.acknowledged + 60 + Math.floor(Math.random() * 100);
    await Promise.race([writing, writes.reach(goal)]);
    await server.kill();
    await writing;
  }

  const db = await openTestDatabase({ dataDir });
  const app = await buildTestApp({}, null, { db, store: await openFolderStore(join(dataDir, "media")) });
  cleanUps.push(() => app.close());
  const ask = async (statement: string) => (await db.query.execute(statement)).rows;
  expect(new Set(writes.all.map(({ kind }) => kind)).size).toBe(kindsOfWrites);
  expect(await compare(ask, writes.all)).toEqual({ lost: [], doubled: [] });
  const { lines, status } = await runCommand(["check"], app.operator);
  expect(status, lines.join("\n")).toBe(0);
  process.stdout.write(
    `FIGURE ${lives} kill -9 of the server in its tests, ${writes.acknowledged} acknowledged writes of ${kindsOfWrites} kinds, ` +
      "0 lost or doubled; files, counters and ledger fit\n",
  );
});

/** Collects what the writer says was stored, up to `count` lines or its end. */
async function acknowledged(
  writer: TestProcess,
  count: number,
  { singles, pairs }: { singles: string[]; pairs: string[] },
): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const { value, done } = await writer.lines.next();
    if (done) return;
    const [kind, label] = String(value).split(" ");
    // The last line may be cut short by the kill.
    if (label && /^\d+-\d+-\d+$/.test(label)) (kind === "pair" ? pairs : singles).push(label);
  }
}

function report(writes: number, waits: number[]): void {
  const sorted = waits.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  process.stdout.write(
    `FIGURE ${kills} kill -9 of the engine alone, ${writes} acknowledged writes, 0 lost or doubled; ` +
      `open again at p95 ${Math.round(p95)} ms after the start of the process\n`,
  );
}
