import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leafHash, newSeed, signerOf } from "@cairn/node";
import { formatCheckpoint, formatVerifierKey, signNote } from "@cairn/tlog";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { decide, editItem, makeItem } from "@tests/support/server/content.ts";
import { type ExternalSite, openExternalSite } from "@tests/support/server/external-site.ts";
import { treeHash } from "@tests/support/server/plain-log.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { isArticleHtml } from "../../lib/markdown.ts";
import { newLogKey, parseLogKeys } from "../../modules/ledger/log/log-keys.ts";
import { insertMedia } from "../../modules/media/media.repository.ts";
import { auditOutcome } from "../../operator/run-command.ts";
import { verifyLedger } from "../ledger/ledger-verifier.ts";
import { type Audit, auditLog } from "./audit-log.ts";
import { createDailyAudit } from "./daily-audit.ts";

/** Changes one answer of the site: what somebody could do who owns everything but the auditor's memory. */
type Forgery = (path: string, body: Buffer) => Buffer | null | undefined;

const logKeys = parseLogKeys(newLogKey());
if (!logKeys) throw new Error("no key");
const settings = { publicUrl: "http://cairn.example", logKeys };

let app: TestApp;
/** What the auditor reads: the site, with a forgery in between. */
let site: ExternalSite;
let dataDir: string;
let item: number;
let withFile: number;
let flagged: number;

const honest: Forgery = () => undefined;

/** Who asks. */
const shownBy = ({ headers: { cookie, authorization } }: IncomingMessage) => ({
  ...(cookie !== undefined && { cookie }),
  ...(authorization !== undefined && { authorization }),
});

function forge(forgery: Forgery, from = app): void {
  site.behave((request, response) => {
    const url = request.url ?? "";
    void from.http
      .inject({ method: "GET", url, headers: { ...shownBy(request), accept: "application/json" } })
      .then(({ statusCode, headers, rawPayload }) => {
        const changed = forgery(decodeURIComponent(url), rawPayload);
        response.statusCode = changed === null ? 404 : changed === undefined ? statusCode : 200;
        for (const name of ["x-next-cursor", "retry-after"] as const) {
          const value = headers[name];
          if (value !== undefined) response.setHeader(name, value as string);
        }
        response.end(changed === null ? "" : (changed ?? rawPayload));
      });
  });
}

const audit = (folder = dataDir): Promise<Audit> =>
  auditLog({ url: site.url, dataDir: folder, isArticleHtml, settleMs: 0 });

async function flawOf(forgery: Forgery, from = app): Promise<string | null> {
  forge(forgery, from);
  const { flaw } = await audit();
  forge(honest);
  return flaw;
}

/** Changes the JSON of what is at a path. */
const inJson =
  // biome-ignore lint/suspicious/noExplicitAny: the answers of every call
    (at: (path: string) => boolean, change: (value: any) => unknown): Forgery =>
    (path, body) => {
      if (!at(path)) return undefined;
      const value = JSON.parse(body.toString());
      return Buffer.from(JSON.stringify(change(value) ?? value));
    };
const isList = (path: string) => path.startsWith("/content?");
const isItem = (path: string) => path === `/content/${item}`;
const isLedger = (path: string) => path.startsWith("/ledger?");

async function sign(one: TestApp): Promise<void> {
  one.passTime(1_000);
  await one.publicLog.sign();
}

/** The same decisions about other words. */
async function fill(one: TestApp): Promise<{ item: number; withFile: number; flagged: number }> {
  const authorId = (await registerMember(one, "TechWriter")).user_id;
  const reviewerId = (await registerMember(one, "Admin")).user_id;
  const first = await makeItem(one, { authorId, reviewerId, title: "First words", body: "Read **this**." });
  await editItem(one, first, "Second words");
  await decide(one, first, { reviewerId, decision: "approved" });
  const bytes = Buffer.from("a picture");
  const sha256 = createHash("sha256").update(bytes).digest();
  await one.storeFile("picture000000000.jpg", bytes);
  await insertMedia(one.db.query, {
    key: "picture000000000.jpg",
    sha256,
    bytes: bytes.length,
    type: "image/jpeg",
  });
  const second = await makeItem(one, {
    authorId,
    reviewerId,
    title: "With a file",
    media: { key: "picture000000000.jpg", sha256, alt: "A picture" },
  });
  const third = await makeItem(one, { authorId, reviewerId, status: "Flagged" });
  await editItem(one, second, "A refused edit");
  await decide(one, second, { reviewerId, decision: "flagged" });
  await one.publicLog.begin();
  return { item: first, withFile: second, flagged: third };
}

beforeAll(async () => {
  app = await buildTestApp(settings);
  ({ item, withFile, flagged } = await fill(app));
  site = await openExternalSite(() => {});
  dataDir = await mkdtemp(join(tmpdir(), "cairn-audit-"));
  forge(honest);
});
afterAll(async () => {
  await site.close();
  await app.close();
  await rm(dataDir, { recursive: true });
});

describe("an audit from outside", () => {
  test("accepts an approval whose reviewer was erased, and none whose reviewer is just left out", async () => {
    const one = await buildTestApp(settings);
    const folder = await mkdtemp(join(tmpdir(), "cairn-audit-"));
    const known = await fill(one);
    await registerMember(one, "Admin");
    const { rows } = await one.db.query.execute<{ email: string }>(sql`
      select email from users where id = (select reviewer_id from ledger limit 1)`);
    await one.operator.erase(rows[0]?.email ?? "", { posts: "keep", isNow: true });
    await sign(one);
    forge(honest, one);
    expect(await audit(folder)).toMatchObject({ items: 2, flaw: null });
    forge(
      inJson(
        (path) => path === `/content/${known.item}/reviews`,
        ({ items }) =>
          items.map((row: { reviewer_erased?: true }) => delete row.reviewer_erased) && undefined,
      ),
      one,
    );
    expect((await audit(folder)).flaw).toMatch(/the decisions shown with item \d+ lack row \d+/);
    forge(honest);
    await one.close();
    await rm(folder, { recursive: true });
  });

  test("finds that all fits, and goes on from where it was", async () => {
    expect(await audit()).toMatchObject({ rows: 5, items: 2, flaw: null });
    await makeItem(app, { authorId: 1, reviewerId: 2, title: "Later" });
    await sign(app);
    site.asked.length = 0;
    expect(await audit()).toMatchObject({ rows: 6, items: 3, flaw: null });
  });

  test("does not take what is decided meanwhile for a flaw", async () => {
    let isDecided = false;
    const work = auditLog({
      url: site.url,
      dataDir,
      settleMs: 0,
      async isArticleHtml(source, html) {
        if (!isDecided) {
          isDecided = true;
          await makeItem(app, { authorId: 1, reviewerId: 2, title: "In between" });
          await sign(app);
        }
        return isArticleHtml(source, html);
      },
    });
    expect(await work).toMatchObject({ flaw: null });
    expect(await audit()).toMatchObject({ rows: 7, items: 4, flaw: null });
  });

  test("takes no item for a flaw that is changed or taken back each time it looks at another", async () => {
    const busy = await buildTestApp(settings);
    onTestFinished(() => busy.close());
    const { item: last } = await fill(busy);
    const items = [last];
    for (let count = 0; count < 5; count += 1)
      items.push(await makeItem(busy, { authorId: 1, reviewerId: 2, title: `Item ${count}` }));
    await sign(busy);
    forge(honest, busy);
    let looks = 0;
    const work = await auditLog({
      url: site.url,
      dataDir: await mkdtemp(join(tmpdir(), "cairn-audit-")),
      settleMs: 0,
      async isArticleHtml(source, html) {
        // The newest stands first in the list.
        const next = items[items.length - 2 - looks];
        looks += 1;
        if (next !== undefined) {
          if (looks % 2 === 0) await editItem(busy, next, `Edited ${looks}`);
          const decision = looks % 2 === 0 ? "approved" : "removed";
          await decide(busy, next, { reviewerId: 2, decision });
          await sign(busy);
        }
        return isArticleHtml(source, html);
      },
    });
    forge(honest);
    expect(work.flaw).toBeNull();
    expect(looks).toBeGreaterThan(3);
  });

  test("of the own site is shown to admins and in the metrics", async () => {
    const admin = await verifiedAdmin(app);
    const { access_token: token } = admin;
    const shown = async () => (await app.call("GET", "/admin/overview", { token })).body.logAudit;
    const figure = async () =>
      /^cairn_log_audit_fits (\d)$/m.exec(
        (await app.call("GET", "/metrics", { from: "127.0.0.1" })).body,
      )?.[1];
    expect([await shown(), await figure()]).toEqual([null, undefined]);
    await app.dailyAudit.run(site.url);
    expect(await shown()).toMatchObject({ fits: true, problem: null });
    expect(await figure()).toBe("1");
    await app.dailyAudit.run("http://127.0.0.1:1");
    expect(await shown()).toMatchObject({ fits: null, problem: expect.stringContaining("the site") });
    expect(await figure()).toBeUndefined();
  });

  test("reads a site for members only: the own one by itself, any other by a member's token", async () => {
    const admin = await verifiedAdmin(app);
    const setAudience = (audience: string) =>
      app.call("PATCH", "/admin/settings", { token: admin.access_token, body: { audience } });
    await setAudience("members");
    try {
      forge(honest);
      await app.dailyAudit.run(site.url);
      expect(app.dailyAudit.last()).toMatchObject({ fits: true, problem: null });
      await expect(audit()).rejects.toThrow("answered 401");
      // Who may see more than readers would find flaws.
      const member = await registerMember(app);
      const headers = { authorization: `Bearer ${member.access_token}` };
      const read = await auditLog({ url: site.url, dataDir, isArticleHtml, settleMs: 0, headers });
      expect(read).toMatchObject({ flaw: null });
      expect(read.items).toBeGreaterThan(0);
    } finally {
      await setAudience("everyone");
    }
  });

  test("of the own site runs five minutes after the start, and once a day", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const begun = Date.now();
      let passed = 0;
      const daily = createDailyAudit({
        dataDir,
        isArticleHtml,
        readerPass: { own: "" },
        clock: () => new Date(begun + passed),
        log: { error() {}, warn() {} },
      });
      daily.start("http://127.0.0.1:1");
      for (const wait of [5 * 60_000, 24 * 60 * 60_000]) {
        await vi.advanceTimersByTimeAsync(wait - 1);
        const before = daily.last();
        passed += wait;
        await vi.advanceTimersByTimeAsync(1);
        while (daily.last() === before) await new Promise(setImmediate);
        expect(daily.last()?.at.getTime()).toBe(begun + passed);
      }
      daily.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, () => Forgery, RegExp]>([
    [
      "another title in lists",
      () => inJson(isList, (list) => void Object.assign(list[0], { title: "Other" })),
      /the list shows item \d+ with another title/,
    ],
    [
      "another text",
      () => inJson(isItem, (one) => void Object.assign(one, { body: "Other." })),
      /is shown with another text/,
    ],
    [
      "another page",
      () => inJson(isItem, (one) => void Object.assign(one, { body_html: `${one.body_html}<p>More.</p>` })),
      /differs from its approved text/,
    ],
    [
      "another author",
      () => inJson(isItem, (one) => void Object.assign(one, { author_id: 2 })),
      /another author/,
    ],
    [
      "an earlier date",
      () => inJson(isItem, (one) => void Object.assign(one, { published_at: "2020-01-01T00:00:00.000Z" })),
      /is shown as published at/,
    ],
    [
      "another text everywhere",
      () => (path, body) =>
        path.startsWith("/content")
          ? Buffer.from(body.toString().replaceAll("Newer words.", "Other words."))
          : undefined,
      /is not served with the text that row \d+ approved/,
    ],
    [
      "another file",
      () => (path) => (path.startsWith("/media/") ? Buffer.from("another") : undefined),
      /the file of item \d+ differs from the approved one/,
    ],
    [
      "no file",
      () => (path) => (path.startsWith("/media/") ? null : undefined),
      /the file of item \d+ differs from the approved one/,
    ],
    [
      "another reviewer",
      () =>
        inJson(
          (path) => path === `/content/${item}/reviews`,
          ({ items }) => void Object.assign(items[0].reviewer, { id: 1 }),
        ),
      /row \d+ is shown with a reviewer who does not match the log/,
    ],
    [
      "another salt of a reviewer",
      () => inJson(isLedger, ({ items }) => void Object.assign(items[0], { reviewer_salt: "00".repeat(32) })),
      /row \d+ is shown with a reviewer who does not match the log/,
    ],
    [
      "another commitment, of a row whose reviewer is not public",
      () =>
        inJson(isLedger, ({ items }) => {
          const row = items.find((one: { reviewer: unknown }) => one.reviewer === null);
          Object.assign(row, { reviewer_commitment: "0".repeat(64) });
        }),
      /row \d+ is shown differently/,
    ],
    [
      "an item by its address that a row took from readers",
      () => {
        let shown: Buffer | undefined;
        return (path, body) => {
          if (isItem(path)) shown = body;
          return path === `/content/${flagged}` ? shown : undefined;
        };
      },
      /item \d+ is served, and row \d+ took it from readers/,
    ],
    [
      "another time",
      () =>
        inJson(
          isLedger,
          ({ items }) => void Object.assign(items[0], { decided_at: "2020-01-01T00:00:00.000Z" }),
        ),
      /row \d+ is shown differently/,
    ],
    [
      "a ledger that lacks a row",
      () => inJson(isLedger, ({ items }) => void items.splice(2, 1)),
      /the ledger does not show row/,
    ],
    [
      "a ledger that lacks the newest",
      () => inJson(isLedger, ({ items }) => void items.shift()),
      /the ledger does not show row/,
    ],
    [
      "a ledger that lacks the first",
      () => inJson(isLedger, ({ items }) => void items.pop()),
      /the ledger does not show row/,
    ],
    [
      "rows in another order",
      () =>
        inJson(isLedger, ({ items }) => {
          [items[0].seq, items[1].seq] = [items[1].seq, items[0].seq];
        }),
      /row \d+ is shown differently/,
    ],
    [
      "another title in the ledger",
      () => inJson(isLedger, ({ items }) => void Object.assign(items[0], { title: "Other" })),
      /another title/,
    ],
    [
      "an item that no row published",
      () => inJson(isList, (list) => void list.push({ ...list[0], id: flagged })),
      /is public, but no row of the log approves it/,
    ],
    [
      "as unpublished what the log says is public",
      () => (path, body) =>
        path === `/content/${withFile}`
          ? null
          : inJson(isList, (list) => list.filter(({ id }: { id: number }) => id !== withFile))(path, body),
      /is not served, and row \d+ approved it/,
    ],
    [
      "lists that leave an item out",
      () => inJson(isList, (list) => list.filter(({ id }: { id: number }) => id !== withFile)),
      /no list shows item \d+/,
    ],
  ])("notices that readers are shown %s", async (_what, forgery, flaw) => {
    expect(await flawOf(forgery())).toMatch(flaw);
    expect((await audit()).flaw).toBeNull();
  });

  test("ends a command with 1 and the first thing that does not fit, and with 0 where all fits", async () => {
    expect(auditOutcome(await audit())).toMatchObject({ status: 0 });
    forge((path) => (path.startsWith("/media/") ? null : undefined));
    const { status, lines } = auditOutcome(await audit());
    expect([status, lines.join(" ")]).toEqual([
      1,
      expect.stringMatching(/the file of item \d+ differs from the approved one/),
    ]);
    forge(honest);
  });

  test("notices another reason than the log commits to", async () => {
    const revoked = await makeItem(app, { authorId: 1, reviewerId: 2, title: "Approved, then flagged" });
    await decide(app, revoked, { reviewerId: 2, decision: "flagged", reason: "It is wrong." });
    await sign(app);
    expect((await audit()).flaw).toBeNull();
    const changed = inJson(isLedger, ({ items }) => {
      const row = items.find((one: { reviewer: unknown }) => one.reviewer !== null);
      Object.assign(row, { reason: "Another.", reason_salt: "00".repeat(32) });
    });
    expect(await flawOf(changed)).toMatch(/with a reason that does not match|is shown differently/);
  });

  /** Rows as the log serves them, changed, and a checkpoint of them that the log's own key signs. */
  async function forgedLog(
    change: (leaves: string[]) => string[],
    key = logKeys?.current ?? newSeed(),
  ): Promise<Forgery> {
    const { rows } = await audit();
    const { rawPayload } = await app.http.inject(`/log/tile/entries/000.p/${rows}`);
    const leaves: string[] = [];
    for (let at = 0; at < rawPayload.length; at += 2 + rawPayload.readUInt16BE(at)) {
      leaves.push(rawPayload.subarray(at + 2, at + 2 + rawPayload.readUInt16BE(at)).toString());
    }
    const forged = change(leaves);
    const signer = signerOf("cairn.example/log", key);
    const checkpoint = {
      origin: signer.name,
      size: forged.length,
      root: treeHash(forged.map((leaf) => leafHash(Buffer.from(leaf)))),
    };
    const bundle = Buffer.concat(
      forged.map((leaf) => {
        const bytes = Buffer.from(leaf);
        const length = Buffer.alloc(2);
        length.writeUInt16BE(bytes.length);
        return Buffer.concat([length, bytes]);
      }),
    );
    return (path) => {
      if (path === "/log/checkpoint") return Buffer.from(signNote(formatCheckpoint(checkpoint), [signer]));
      if (path === "/log/key") return Buffer.from(`${formatVerifierKey(signer)}\n`);
      return path.startsWith("/log/tile/entries/") ? bundle : undefined;
    };
  }

  function withOther(leaf: string, fact: string): string {
    const others = {
      reviewer_commitment: "0".repeat(64),
      time: "2020-01-01T00:00:00.000Z",
      decision: "withdrawn",
      reason_commitment: "0".repeat(64),
    };
    return JSON.stringify({ ...JSON.parse(leaf), [fact]: others[fact as keyof typeof others] });
  }

  test("notices a fork shown to one reader alone, when that reader and another compare what they saw", async () => {
    const misled = await mkdtemp(join(tmpdir(), "cairn-audit-"));
    const forgery = await forgedLog((leaves) =>
      rechained(leaves.map((leaf, at) => (at === 2 ? withOther(leaf, "reviewer_commitment") : leaf))),
    );
    forge(forgery);
    // On a first visit its signature, rows and chain fit; only what /ledger and the items show would have to be forged, too.
    expect((await audit(misled)).flaw).toMatch(/is shown differently from the log/);
    forge(honest);
    // Each of the two is then shown what the other was shown.
    expect((await audit(misled)).flaw).toMatch(/two histories/);
    expect(await flawOf(forgery)).toMatch(/two histories/);
    await rm(misled, { recursive: true });
  });

  /** Each row made to follow the one before, as somebody would who has the key. */
  function rechained(leaves: string[]): string[] {
    let previous = "0".repeat(64);
    return leaves.map((leaf, index) => {
      const row = JSON.stringify({ ...JSON.parse(leaf), previous, seq: index + 1 });
      previous = createHash("sha256").update(row).digest("hex");
      return row;
    });
  }

  test.each<[string, (leaves: string[]) => string[], RegExp]>([
    ["without its first row", (leaves) => rechained(leaves.slice(1)), /went back/],
    ["without a row in the middle", (leaves) => rechained(leaves.toSpliced(3, 1)), /went back/],
    ["without its last row", (leaves) => leaves.slice(0, -1), /went back/],
    [
      "with an earlier row changed, hashed and signed again",
      (leaves) =>
        rechained([...leaves.map((leaf) => leaf.replace('"revision":1', '"revision":7')), leaves[0] ?? ""]),
      /two histories/,
    ],
    ["with as many rows, and others", (leaves) => rechained(leaves.toReversed()), /two histories/],
    ...(["reviewer_commitment", "time", "decision", "reason_commitment"] as const).map(
      (fact): [string, (leaves: string[]) => string[], RegExp] => [
        `with another ${fact} in a row, hashed and signed again`,
        (leaves) => rechained(leaves.map((leaf, at) => (at === 2 ? withOther(leaf, fact) : leaf))),
        /two histories/,
      ],
    ),
  ])("that knows the log notices one %s", async (_what, change, flaw) => {
    const forgery = await forgedLog(change);
    expect(await flawOf(forgery)).toMatch(flaw);
    const { folder, flaw: none } = await audit();
    expect(none).toBeNull();
    // Both notes are kept: they are the evidence.
    const notes = [
      await readFile(join(folder, "contradiction"), "utf8"),
      await readFile(join(folder, "seen.json"), "utf8"),
    ];
    expect(notes[0]).toContain("cairn.example/log");
    expect(notes[1]).toContain("cairn.example/log");
  });

  test("notices another key, wherever it is swapped", async () => {
    const other = newSeed();
    const everything = await forgedLog((leaves) => leaves, other);
    expect(await flawOf(everything)).toMatch(/signed by another key/);
    const key = formatVerifierKey(signerOf("cairn.example/log", other));
    expect(await flawOf((path) => (path === "/log/key" ? Buffer.from(key) : undefined))).toMatch(
      /as the log's key/,
    );
    expect(
      await flawOf((path, body) => (path === "/log/checkpoint" ? everything(path, body) : undefined)),
    ).toMatch(/not signed by the log's key/);
  });

  test("on its first visit notices a chain that does not hold and rows that were not signed", async () => {
    const fresh = await mkdtemp(join(tmpdir(), "cairn-audit-"));
    const flawAt = async (forgery: Forgery) => {
      forge(forgery);
      const { flaw } = await audit(fresh);
      forge(honest);
      return flaw;
    };
    expect(await flawAt(await forgedLog((leaves) => leaves.toReversed()))).toMatch(/says that it is row/);
    const signed = await forgedLog((leaves) => leaves);
    const other = await forgedLog((leaves) =>
      rechained(leaves.map((leaf) => leaf.replace('"revision":1', '"revision":7'))),
    );
    expect(
      await flawAt((path, body) => (path === "/log/checkpoint" ? signed(path, body) : other(path, body))),
    ).toMatch(/do not make the root/);
    await rm(fresh, { recursive: true });
  });
});

describe("in a database that somebody changed", () => {
  const change = (statement: string) =>
    app.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const one of statement.split(";")) await tx.execute(sql.raw(one));
    });
  /** What an audit says, and the server's own verifier, of the database as it is. */
  async function found(): Promise<[audit: string | null, verifier: string | undefined]> {
    // Another process: this one still has the answers of before.
    const restarted = await buildTestApp(settings, null, { db: app.db, store: app.store });
    const flaw = await flawOf(honest, restarted);
    await restarted.http.close();
    const { flaw: own } = await verifyLedger(app.db.query, app.store);
    return [flaw, own?.problem];
  }
  let removed: number;

  beforeAll(async () => {
    removed = await makeItem(app, { authorId: 1, reviewerId: 2, title: "Removed" });
    await change("create table while_public as select * from content");
    await decide(app, removed, { reviewerId: 2, decision: "removed" });
    await sign(app);
    await change(
      "create table kept_content as select * from content; create table kept_ledger as select * from ledger",
    );
    expect(await found()).toEqual([null, undefined]);
  });
  const columns = `status, published_revision_id, published_review, published_at, published_title, published_search,
    published_content_type, published_category_id, verified_at, last_decision`;
  /** Sets items to what a copy of the table has. */
  const contentOf = (copy: string) =>
    `update content set (${columns}) = (select ${columns} from ${copy} kept where kept.id = content.id)`;

  test.each<[string, () => string, RegExp, RegExp]>([
    [
      "a public item that is hidden",
      () => `update content set status = 'Flagged', published_revision_id = null, published_review = null,
        published_at = null, published_title = null where id = ${withFile}`,
      /^item \d+ is not served, and row \d+ approved it$/,
      /./,
    ],
    [
      "a removed item that is public",
      () => `${contentOf("while_public")} where id = ${removed}`,
      /^item \d+ is public, but no row of the log approves it$/,
      /./,
    ],
    [
      "a decision whose row is gone while its leaf stays",
      () => "delete from ledger where seq = 5",
      /^row 5 is a decision, and the ledger does not show it$/,
      /^row 5 is missing$/,
    ],
  ])("an audit from outside and the verifier notice %s", async (_what, statement, flaw, problem) => {
    await change(statement());
    const [outside, inside] = await found();
    expect(outside).toMatch(flaw);
    expect(inside).toMatch(problem);
    await change(
      `${contentOf("kept_content")}; delete from ledger; insert into ledger select * from kept_ledger`,
    );
    expect(await found()).toEqual([null, undefined]);
  });
});
