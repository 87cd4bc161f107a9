import { randomInt } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecret } from "../../../apps/server/src/lib/secret-file.ts";
import { isMediaName } from "../../../apps/server/src/modules/media/store/media-store.ts";
import { runCommand } from "../../../apps/server/src/operator/run-command.ts";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "../../support/server/app.ts";
import { copyTemplate, openTestDatabase } from "../../support/server/database.ts";
import { foundInFiles, foundInRows, type Leaver, makeLeaver } from "../../support/server/leaver.ts";
import { mailsTo } from "../../support/server/mails.ts";
import { nextLine, startAppProcess, type TestProcess } from "../../support/server/test-process.ts";

/** `npm run prove` asks for more. */
const kills = Number(process.env.ERASE_KILLS ?? 3);
/** Kills amid one erasure, about. */
const killsOfOne = 4;
const minute = 60_000;

let dataDir: string;
const leavers: Leaver[] = [];
const running: TestProcess[] = [];

/** The site in this process, without its jobs. */
async function openSite(): Promise<{ app: TestApp; close: () => Promise<void> }> {
  const db = await openTestDatabase({ dataDir, transactionLimit: minute });
  const app = await buildTestApp({ rateLimits: false }, null, { db, secret: await readSecret(dataDir) });
  const close = async () => {
    await app.http.close();
    app.store.close();
    await db.close();
  };
  return { app, close };
}

beforeAll(async () => {
  dataDir = await copyTemplate();
  const { app, close } = await openSite();
  const [admin, other]: Member[] = [await verifiedAdmin(app), await registerMember(app, "TechWriter")];
  for (let count = 0; count < Math.ceil(kills / killsOfOne); count += 1) {
    leavers.push(await makeLeaver(app, admin as Member, other as Member));
  }
  // Mails to others that name them were sent before.
  await app.jobs.runDue("notice", "group notice");
  await mailsTo(app);
  await rm(join(dataDir, "outbox"), { recursive: true, force: true });
  for (const [at, { user_id: id }] of leavers.entries()) {
    const now = app.now();
    await app.db.query.execute(sql`
      insert into deletion_requests (user_id, posts, created_at, closed_at, erased_at)
      values (${id}, ${at % 2 === 0 ? "keep" : "withdraw"}, ${now}, ${now}, ${now})`);
    await app.db.query.execute(sql`
      insert into jobs (kind, key, due_at) values ('erase', ${String(id)}, ${now})`);
  }
  await close();
}, minute * 5);
afterAll(async () => {
  for (const one of running) await one.kill();
  await rm(dataDir, { recursive: true });
});

/** Of each account how much of it there is: all, with a job to erase it; nothing in any row; or a half. */
async function statesOf(app: TestApp): Promise<("to be done" | "done" | "half")[]> {
  const { rows: jobs } = await app.db.query.execute<{ key: string }>(sql`
    select key from jobs where kind = 'erase' and payload = '{}'`);
  const waiting = new Set(jobs.map(({ key }) => Number(key)));
  const states: ("to be done" | "done" | "half")[] = [];
  for (const { user_id: id, words } of leavers) {
    const found = await foundInRows(app, words);
    const isWhole = words.every((word) => found.some((place) => place.endsWith(`: ${word}`)));
    if (found.length === 0 && !waiting.has(id)) states.push("done");
    else states.push(isWhole && waiting.has(id) ? "to be done" : "half");
  }
  return states;
}

test("killed amid erasing, an account is erased or still to be erased, and in the end it is", {
  timeout: minute + kills * 30_000,
}, async () => {
  const seen = { "to be done": 0, done: 0, half: 0 };
  for (let life = 0; life < kills; life += 1) {
    // With a host for webhooks it does its jobs.
    const server = startAppProcess(dataDir, "WEBHOOK_HOSTS=127.0.0.1:9");
    running.push(server);
    await nextLine(server);
    for (let turn = randomInt(60_000); turn > 0; turn -= 1) await new Promise(setImmediate);
    await server.kill();
    const { app, close } = await openSite();
    for (const state of await statesOf(app)) seen[state] += 1;
    await close();
    expect(seen.half).toBe(0);
  }

  const { app, close } = await openSite();
  // The lease of what the last kill interrupted.
  app.passTime(120 * minute);
  for (const _ of leavers) await app.jobs.runDue("erase");
  expect(new Set(await statesOf(app))).toEqual(new Set(["done"]));
  const { lines } = await runCommand(["check"], app.operator);
  expect(lines.filter((line) => line.includes("PROBLEM"))).toEqual([]);
  expect((await runCommand(["ledger", "verify"], app.operator)).status).toBe(0);
  const { rows: left } = await app.db.query.execute(sql`select from jobs where kind = 'erase'`);
  expect(left).toEqual([]);
  const { rows: known } = await app.db.query.execute<{ key: string }>(sql`
    select key from media where erased_at is null`);
  const files = (await readdir(join(dataDir, "media"))).filter(isMediaName);
  expect(files.sort()).toEqual(known.map(({ key }) => key).sort());
  await app.db.maintain("checkpoint");
  const { rows: nodes } = await app.db.query.execute<{ node: string }>(sql`
    select pg_relation_filenode(oid)::text as node from pg_class where relkind in ('r', 'i', 'S', 't', 'm')`);
  const used = new Set(nodes.map(({ node }) => node));
  await close();
  const needles = leavers.flatMap(({ words, photo }) => [...words, photo]);
  // A kill amid the rewriting of a table leaves a file that PostgreSQL uses no more (docs/guides/operate.md#erase-an-account).
  const isUnused = (place: string) => {
    const [, node = ""] = /^db\/base\/\d+\/(\d+)/.exec(place) ?? [];
    return node !== "" && !used.has(node);
  };
  expect((await foundInFiles(dataDir, needles)).filter((place) => !isUnused(place))).toEqual([]);
  process.stdout.write(
    `FIGURE ${kills} kill -9 amid erasing ${leavers.length} accounts: seen ${seen.done} times erased, ${seen["to be done"]} times still to be erased, 0 times half; nothing of them is left\n`,
  );
});
