import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { makeLogTiles } from "@tests/support/server/log-tiles.ts";
import {
  entriesIn,
  leafHash,
  openCheckpoint,
  rootFrom,
  sha256,
  treeHash,
} from "@tests/support/server/plain-log.ts";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Config } from "../../../config.ts";
import { notify } from "../../../db/tell.ts";
import { runCommand } from "../../../operator/run-command.ts";
import { type LogKeys, newLogKey, parseLogKeys } from "./log-keys.ts";

const bytesAt = async (app: TestApp, url: string): Promise<Buffer> => {
  const { statusCode, rawPayload, headers } = await app.inject({ method: "GET", url });
  expect([url, statusCode, headers["content-type"]]).toEqual([url, 200, "application/octet-stream"]);
  return rawPayload;
};
const textAt = async (app: TestApp, url: string): Promise<string> => (await app.call("GET", url)).body;

/** Rows of no meaning, as they would be appended; an item's approval follows them. */
const addLeaves = (app: TestApp, first: number, last: number) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ledger_leaves select n, '{"content":' || n || '}', sha256(('{"content":' || n || '}')::bytea)
      from generate_series(${first}::int, ${last}::int) n`);
    await makeLogTiles(tx);
    await notify(tx, "ledger");
  });

const publicUrl = "https://cairn.example";
const keysOf = (...lines: string[]): LogKeys => {
  const keys = parseLogKeys(lines.join("\n"));
  if (!keys) throw new Error("no keys");
  return keys;
};
/** Another process on the same data; closing it leaves the data to the first. */
const restarted = (app: TestApp, settings: Partial<Config> = {}, log = pino({ level: "silent" })) =>
  buildTestApp({ publicUrl, ...settings }, null, { db: app.db, store: app.store, log });

async function nextCheckpoint(app: TestApp): Promise<string> {
  app.passTime(1_000);
  await app.publicLog.sign();
  return textAt(app, "/log/checkpoint");
}

describe("the log as it is served", () => {
  let app: TestApp;
  let authorId: number;
  let item: number;
  beforeAll(async () => {
    app = await buildTestApp({ publicUrl });
    authorId = (await registerMember(app)).user_id;
    await addLeaves(app, 1, 258);
    await app.publicLog.begin();
    item = await makeItem(app, { authorId });
  });
  afterAll(() => app.close());

  test("is checked from its bytes alone: signature, every leaf, and that it continues what it was", async () => {
    const key = await textAt(app, "/log/key");
    const before = openCheckpoint(await textAt(app, "/log/checkpoint"), key);
    const now = openCheckpoint(await nextCheckpoint(app), key);
    expect(now).toMatchObject({ origin: "cairn.example/log", size: 259, signatures: 1 });
    expect(before.size).toBe(258);

    const leaves = [
      ...entriesIn(await bytesAt(app, "/log/tile/entries/000")),
      ...entriesIn(await bytesAt(app, "/api/log/tile/entries/001.p/3")),
    ];
    const hashes = leaves.map(leafHash);
    expect(hashes).toHaveLength(259);
    expect(treeHash(hashes).toString("base64")).toBe(now.root);
    expect(treeHash(hashes.slice(0, 258)).toString("base64")).toBe(before.root);
    const tiles = [await bytesAt(app, "/log/tile/0/000"), await bytesAt(app, "/log/tile/0/001.p/3")];
    expect(Buffer.concat(tiles)).toEqual(Buffer.concat(hashes));
    expect(await bytesAt(app, "/log/tile/1/000.p/1")).toEqual(treeHash(hashes.slice(0, 256)));
  });

  test("proves an item's approval in one file", async () => {
    const { headers, body } = await app.call("GET", `/content/${item}/proof`);
    expect(headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="post-${item}.tlog-proof"`,
    });
    const [head = "", checkpoint = ""] = String(body).split(/(?<=\n)\n(?=cairn)/);
    const [format, extra = "", index = "", ...path] = head.trim().split("\n");
    expect(format).toBe("c2sp.org/tlog-proof@v1");
    const leaf = Buffer.from(extra.replace("extra ", ""), "base64");
    const { size, root } = openCheckpoint(checkpoint, await textAt(app, "/log/key"));
    const hash = rootFrom(
      leafHash(leaf),
      Number(index.replace("index ", "")),
      size,
      path.map((line) => Buffer.from(line, "base64")),
    );
    expect(hash.toString("base64")).toBe(root);
    const said = JSON.parse(leaf.toString());
    expect(said).toMatchObject({ content: item, decision: "approved" });
    const canonical = Buffer.from(
      (await app.inject({ method: "GET", url: `/content/${item}/canonical` })).rawPayload,
    );
    expect(sha256(canonical).toString("hex")).toBe(said.revision_hash);
  });

  test("proves an approval that is newer than the last checkpoint, as soon as one may be signed", async () => {
    const newer = await makeItem(app, { authorId });
    app.passTime(1_000);
    expect((await app.call("GET", `/content/${newer}/proof`)).status).toBe(200);
  });

  test("may be cached as the format asks: checkpoints for a second, tiles for ever", async () => {
    const caching = async (url: string) => (await app.call("GET", url)).headers["cache-control"];
    expect(await caching("/log/checkpoint")).toBe("public, max-age=1");
    for (const tile of ["0/000", "0/001.p/1", "entries/000", "entries/001.p/1"]) {
      expect(await caching(`/log/tile/${tile}`)).toBe("public, max-age=31536000, immutable");
    }
    const url = "/log/tile/entries/000";
    const packed = await app.inject({ method: "GET", url, headers: { "accept-encoding": "gzip" } });
    expect(packed.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    expect(gunzipSync(packed.rawPayload)).toEqual(await bytesAt(app, url));
  });

  test.each([
    "0/002",
    "0/001",
    "0/001.p/200",
    "2/000.p/1",
    "entries/001",
    "0/0",
    "00/000",
    "64/000",
    "0/x000/000",
    "0/000.p/0",
    "0/000.p/256",
    "0/000.p/01",
    "0/x999/x999/x999/x999/999",
    "entries/000/..",
  ])("has no tile %s", async (path) => {
    expect((await app.call("GET", `/log/tile/${path}`)).status).toBe(404);
  });
});

describe("signing", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ publicUrl });
    await app.publicLog.begin();
  });
  afterAll(() => app.close());

  test("begins with the first row; the key is made then, for its owner's eyes only", async () => {
    expect((await app.call("GET", "/log/checkpoint")).status).toBe(404);
    const file = join(app.db.dataDir, "log-key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await addLeaves(app, 1, 1);
    expect(openCheckpoint(await nextCheckpoint(app), await textAt(app, "/log/key")).size).toBe(1);
    // PRIVATE+KEY+name+hash+seed; base64 has the sign as well.
    const seed = (await readFile(file, "utf8")).trim().split("+").slice(4).join("+");
    expect(seed).toHaveLength(44);
    expect(await textAt(app, "/log/key")).not.toContain(seed);
  });

  test("happens at most once a second, by one instance, whatever the others are called now", async () => {
    const other = await restarted(app, { publicUrl: "https://elsewhere.example:8443" });
    await other.publicLog.begin();
    // By its clock the other instance is a minute behind.
    app.passTime(60_000);
    await addLeaves(app, 2, 2);
    const first = await nextCheckpoint(app);
    await addLeaves(app, 3, 3);
    expect(await other.publicLog.sign()).toBe(1_000);
    expect(await textAt(other, "/log/checkpoint")).toBe(first);

    other.passTime(120_000);
    await Promise.all([other.publicLog.sign(), app.publicLog.sign()]);
    const second = await textAt(app, "/log/checkpoint");
    expect(second).toBe(await textAt(other, "/log/checkpoint"));
    const { origin, size } = openCheckpoint(second, await textAt(app, "/log/key"));
    expect([origin, size]).toEqual(["cairn.example/log", 3]);
    await other.http.close();
  });

  test("goes on after a kill between the signature and its row, with the same root for the same size", async () => {
    app.passTime(300_000);
    const before = await nextCheckpoint(app);
    await addLeaves(app, 4, 4);
    const after = await nextCheckpoint(app);
    expect(after).not.toBe(before);
    // What such a kill leaves: the machine remembers what the database does not know.
    await app.db.query.execute(sql`update log_checkpoint set note = ${before}`);
    // And a draft; a second one belongs to another instance that is writing just now.
    const [left, used] = [`log-checkpoint.${"0".repeat(36)}`, `log-checkpoint.${"1".repeat(36)}`];
    for (const name of [left, used]) await writeFile(join(app.db.dataDir, name), "half");
    const twoMinutesAgo = Date.now() / 1_000 - 120;
    await utimes(join(app.db.dataDir, left), twoMinutesAgo, twoMinutesAgo);
    const next = await restarted(app);
    next.passTime(600_000);
    await next.publicLog.begin();
    expect(await textAt(next, "/log/checkpoint")).toBe(after);
    const drafts = (await readdir(app.db.dataDir)).filter((name) => name.startsWith("log-checkpoint."));
    expect(drafts).toEqual([used]);
    await next.http.close();
  });

  test("does not wait for a day because the clock was a day ahead once", async () => {
    app.passTime(24 * 60 * 60_000);
    await addLeaves(app, 5, 5);
    await nextCheckpoint(app);
    const right = await restarted(app);
    await right.publicLog.begin();
    await addLeaves(app, 6, 6);
    expect(await right.publicLog.sign()).toBe(0);
    const { size } = openCheckpoint(await textAt(right, "/log/checkpoint"), await textAt(app, "/log/key"));
    expect(size).toBe(6);
    await right.http.close();
  });
});

test("another key is refused at the start, unless a row announces it and both sign", async () => {
  const [first, second, stranger] = [newLogKey(), newLogKey(), newLogKey()];
  const app = await buildTestApp({ publicUrl, logKeys: keysOf(first) });
  await addLeaves(app, 1, 3);
  await app.publicLog.begin();
  const firstKey = await textAt(app, "/log/key");

  for (const keys of [keysOf(stranger), keysOf(second, stranger)]) {
    const refused = await restarted(app, { logKeys: keys });
    await expect(refused.publicLog.begin()).rejects.toThrow(/^LOG_KEY .* is not the key that signed the log/);
    await refused.http.close();
  }
  const changed = await restarted(app, { logKeys: keysOf(second, first) });
  changed.passTime(10_000);
  await changed.publicLog.begin();
  const secondKey = await textAt(changed, "/log/key");
  expect(openCheckpoint(await textAt(changed, "/log/checkpoint"), firstKey, secondKey).size).toBe(4);
  const [, , , announced] = entriesIn(await bytesAt(changed, "/log/tile/entries/000.p/4"));
  expect(JSON.parse(String(announced))).toMatchObject({ v: 3, seq: 4, kind: "key", key: secondKey.trim() });
  await changed.http.close();

  const alone = await restarted(app, { logKeys: keysOf(second) });
  alone.passTime(20_000);
  await alone.publicLog.begin();
  await addLeaves(app, 5, 5);
  const last = openCheckpoint(await nextCheckpoint(alone), secondKey);
  expect([last.size, last.signatures]).toEqual([5, 1]);
  await alone.http.close();
  const old = await restarted(app, { logKeys: keysOf(first) });
  await expect(old.publicLog.begin()).rejects.toThrow("no row announces it");
  await old.http.close();
  await app.close();
});

describe("a database that was taken back", () => {
  const problems: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void problems.push(JSON.parse(line).msg) });
  let app: TestApp;
  let reviewer: string;
  let item: number;
  let signed: ReturnType<typeof openCheckpoint>;
  let lastGood: string;

  const takeBack = (statement: string) =>
    app.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(statement));
    });

  beforeAll(async () => {
    app = await buildTestApp({ publicUrl }, null, { log });
    const admin = await verifiedAdmin(app);
    reviewer = admin.access_token;
    const { user_id: authorId } = await registerMember(app);
    await addLeaves(app, 1, 5);
    await app.publicLog.begin();
    item = await makeItem(app, { authorId, status: "Pending" });
    lastGood = await textAt(app, "/log/checkpoint");
    signed = openCheckpoint(lastGood, await textAt(app, "/log/key"));
  });
  afterAll(() => app.close());

  const approve = () =>
    app.call("POST", `/admin/content/${item}/approve`, { token: reviewer, body: { revision: 1 } });

  test.each([
    [
      "to other rows",
      `update log_tiles set hashes = sha256('x') || substr(hashes, 33) where level = 0`,
      "holds other rows than were signed: 5 rows of cairn.example/log were signed",
    ],
    [
      "to fewer rows",
      `delete from ledger_leaves where seq > 3; update log_tiles set hashes = substr(hashes, 1, 96); delete from log_checkpoint`,
      "holds 3 rows, and 5 rows of cairn.example/log were signed",
    ],
  ])(
    "%s: nothing is signed and decided, the last good checkpoint stays",
    async (_how, statement, problem) => {
      for (const one of statement.split(";")) await takeBack(one);
      const next = await restarted(app, {}, log);
      await next.publicLog.begin();
      expect(problems.at(-1)).toContain(problem);
      expect(problems.at(-1)).toContain(
        "Restore a newer backup, or start a new log: npm run admin -- log fork",
      );
      expect(await textAt(next, "/log/checkpoint")).toBe(lastGood);
      const decision = { token: reviewer, body: { revision: 1 } };
      const refused = await next.call("POST", `/admin/content/${item}/approve`, decision);
      expect([refused.status, refused.body.code]).toEqual([503, "log_behind"]);
      expect((await next.call("GET", "/content")).status).toBe(200);
      await next.http.close();
    },
  );

  test("never takes a row's number again, even before anybody has compared", async () => {
    const { status, body } = await approve();
    expect([status, body.code]).toEqual([503, "log_behind"]);
  });

  test("goes on under a new name, whose first row says where the old log ended", async () => {
    expect((await runCommand(["log", "fork"], app.operator)).status).toBe(2);
    const done = await runCommand(["log", "fork", "--reason", "A disk was lost."], app.operator);
    expect(done).toMatchObject({ status: 0, lines: [expect.stringContaining("cairn.example/log/fork-")] });
    const now = openCheckpoint(await textAt(app, "/log/checkpoint"), await textAt(app, "/log/key"));
    expect(now).toMatchObject({ origin: expect.stringMatching(/^cairn\.example\/log\/fork-\w+$/), size: 4 });
    const leaf = entriesIn(await bytesAt(app, "/log/tile/entries/000.p/4")).at(-1);
    expect(JSON.parse(String(leaf))).toMatchObject({
      kind: "fork",
      former: {
        origin: "cairn.example/log",
        size: signed.size,
        root: Buffer.from(signed.root, "base64").toString("hex"),
      },
    });
    expect(String(leaf)).not.toContain("disk");
    const [note] = (await app.call("GET", "/ledger")).body.notes;
    expect(note).toMatchObject({ seq: 4, leaf: String(leaf), reason: "A disk was lost." });
    const salted = Buffer.concat([Buffer.from(note.reason_salt, "hex"), Buffer.from(note.reason)]);
    expect(sha256(salted).toString("hex")).toBe(JSON.parse(String(leaf)).reason_commitment);
    expect((await approve()).status).toBe(200);
    expect((await app.call("GET", `/content/${item}/proof`)).status).toBe(200);
    expect((await runCommand(["log", "fork", "--reason", "Once more."], app.operator)).status).toBe(1);

    const next = await restarted(app);
    next.passTime(60_000);
    await next.publicLog.begin();
    expect(openCheckpoint(await textAt(next, "/log/checkpoint"), await textAt(next, "/log/key")).size).toBe(
      5,
    );
    await next.http.close();
  });
});

test.each([
  ["its tiles", `update log_tiles set hashes = sha256('x') || substr(hashes, 33) where level = 0`],
  ["its newest row alone", `update ledger_leaves set leaf = leaf || ' ' where seq = 5`],
  ["the hash of its newest row alone", `update ledger_leaves set hash = sha256('x') where seq = 5`],
])(
  "a database of which %s changed is noticed within a minute, without a decision",
  async (_what, statement) => {
    const app = await buildTestApp({ publicUrl });
    await addLeaves(app, 1, 5);
    await app.publicLog.begin();
    await app.publicLog.sign();
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(statement));
    });
    app.passTime(59_000);
    await app.publicLog.sign();
    expect(() => app.publicLog.ensureForward()).not.toThrow();
    app.passTime(2_000);
    await app.publicLog.sign();
    expect(() => app.publicLog.ensureForward()).toThrow(expect.objectContaining({ code: "log_behind" }));
    await app.close();
  },
);
