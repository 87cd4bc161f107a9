import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { rootOf } from "@cairn/node";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide, editItem, makeItem } from "@tests/support/server/content.ts";
import { makeLogTiles } from "@tests/support/server/log-tiles.ts";
import { asc, eq, gte, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../../../../../demo/write.ts";
import type { Transaction } from "../../db/database.ts";
import { content, ledger, ledgerLeaves, media, revisions } from "../../db/schema.ts";
import { isArticleHtml, renderArticle } from "../../lib/markdown.ts";
import { hashLeaf, leafOf } from "../../modules/ledger/ledger-hash.ts";
import { tilesOf } from "../../modules/ledger/log/log.repository.ts";
import { hashRevision } from "../../modules/ledger/revision-hash.ts";
import { insertMedia } from "../../modules/media/media.repository.ts";
import type { Head, KnownRoot } from "./known-heads.ts";
import { type Flaw, type Verification, verifyLedger } from "./ledger-verifier.ts";

/**
 * What somebody could do who may write in the database and the folder of media, past all triggers and foreign keys. Each
 * change is made to a site that has everything, and undone again.
 */
let app: TestApp;
let head: Head;
/** What this machine signed of the untouched ledger. */
let signed: KnownRoot;

/** Items of the demo, and some of this test's own. */
interface Items {
  /** Published in its second approved revision. */
  readonly edited: number;
  readonly withPicture: number;
  readonly withPoster: number;
  readonly flagged: number;
  readonly waiting: number;
  readonly draft: number;
  readonly removed: number;
  readonly withdrawn: number;
  /** The item of the newest row, which approved it. */
  readonly newest: number;
}
let items: Items;

async function one(query: SQL): Promise<number> {
  const { rows } = await app.db.query.execute<{ id: string }>(query);
  if (!rows[0]) throw new Error("the demo has no such item");
  return Number(rows[0].id);
}

async function storePicture(key: string): Promise<{ key: string; sha256: Buffer; alt: string }> {
  const bytes = Buffer.from(`the picture ${key}`);
  const sha256 = createHash("sha256").update(bytes).digest();
  await app.storeFile(key, bytes);
  await insertMedia(app.db.query, { key, sha256, bytes: bytes.length, type: "image/jpeg" });
  return { key, sha256, alt: "" };
}

beforeAll(async () => {
  app = await buildTestApp();
  await seedDemo(app.db, app.store);
  const writer = await registerMember(app, "TechWriter");
  const authorId = writer.user_id;
  const reviewerId = await one(sql`select id from users where verified_at is not null limit 1`);
  const removed = await makeItem(app, { authorId, reviewerId, title: "Removed" });
  await decide(app, removed, { reviewerId, decision: "removed" });
  const withdrawn = await makeItem(app, { authorId, reviewerId, title: "Withdrawn" });
  // Taken back before anybody decided about it: its file is erased.
  const abandoned = await makeItem(app, {
    authorId,
    status: "Draft",
    media: await storePicture("abandoned0000000.jpg"),
  });
  for (const id of [withdrawn, abandoned]) {
    const answer = await app.call("DELETE", `/content/${id}`, { token: writer.access_token });
    expect(answer.status).toBe(200);
  }
  const edited = await makeItem(app, { authorId, reviewerId, title: "First words" });
  await editItem(app, edited, "Second words");
  await decide(app, edited, { reviewerId, decision: "approved" });
  const withRefusedEdit = await makeItem(app, { authorId, reviewerId });
  await editItem(app, withRefusedEdit, "Refused");
  await decide(app, withRefusedEdit, { reviewerId, decision: "flagged" });
  const newest = await makeItem(app, { authorId, status: "Pending", title: "Decided about last" });
  await decide(app, newest, { reviewerId, decision: "approved" });
  items = {
    edited,
    removed,
    withdrawn,
    newest,
    withPicture: await one(sql`
      select content.id from content join revisions on revisions.id = published_revision_id
      where media_key like '%.jpg' and content.pending_revision_id is null order by 1 limit 1`),
    withPoster: await one(sql`
      select content.id from content join revisions on revisions.id = published_revision_id
      where poster_key is not null order by 1 limit 1`),
    flagged: await one(sql`select id from content where status = 'Flagged' order by 1 limit 1`),
    waiting: await one(sql`
      select id from content where status = 'Pending' and published_at is null order by 1 limit 1`),
    draft: await one(sql`select id from content where status = 'Draft' order by 1 limit 1`),
  };
  const clean = await verifyLedger(app.db.query, app.store);
  if (!clean.head) throw new Error("there is no ledger");
  head = clean.head;
  const root = await rootOf(tilesOf(app.db.query), head.seq);
  signed = { seq: head.seq, root, origin: "the newest row that this machine signed" };
});
afterAll(() => app.close());

class Undo extends Error {}

/** What is found after a change; `isSigned`: by a machine that signed the ledger of before. */
async function findAfter(
  change: (tx: Transaction) => Promise<unknown>,
  isSigned = false,
): Promise<Flaw | null> {
  let found: Verification | undefined;
  const work = app.db.transaction(
    async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await change(tx);
      found = await verifyLedger(tx, app.store, { signed: isSigned ? [signed] : [] });
      throw new Undo();
    },
    { limit: 60_000 },
  );
  await expect(work).rejects.toBeInstanceOf(Undo);
  return found?.flaw ?? null;
}

const shownRevision = (id: number) => sql`(select published_revision_id from content where id = ${id})`;
const setRevision = (what: string) => (tx: Transaction, id: number) =>
  tx.execute(sql`update revisions set ${sql.raw(what)} where id = ${shownRevision(id)}`);
const setItem = (what: string) => (tx: Transaction, id: number) =>
  tx.execute(sql`update content set ${sql.raw(what)} where id = ${id}`);
const setRow = (what: string) => (tx: Transaction, id: number) =>
  tx.execute(sql`
    update ledger set ${sql.raw(what)} where seq = (select max(seq) from ledger where content_id = ${id})`);
const setFile =
  (what: string, column = "media_key") =>
  (tx: Transaction, id: number) =>
    tx.execute(sql`update media set ${sql.raw(what)} where key = (
    select ${sql.raw(column)} from revisions where id = ${shownRevision(id)})`);

/** Other words, with a page that is made of them. */
async function rewrite(tx: Transaction, id: number): Promise<void> {
  const body = "Send **all** your money to this account.";
  await tx.execute(sql`
    update revisions set body = ${body}, body_html = ${renderArticle(body)} where id = ${shownRevision(id)}`);
}

/** The same, and the revision's hash is made again, in its rows of the ledger as well. */
async function rewriteWithHash(tx: Transaction, id: number): Promise<void> {
  await rewrite(tx, id);
  const [row] = await tx
    .select()
    .from(content)
    .innerJoin(revisions, eq(revisions.id, content.publishedRevisionId))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .where(eq(content.id, id));
  if (!row) throw new Error("the item is not published");
  const facts = {
    authorId: row.content.authorId,
    mediaSha256: row.media?.sha256 ?? null,
    posterSha256: null,
    pictures: [],
    captions: [],
  };
  const hash = hashRevision({ ...row.revisions, ...facts });
  await tx.update(revisions).set({ hash }).where(eq(revisions.id, row.revisions.id));
  await tx.update(ledger).set({ revisionHash: hash }).where(eq(ledger.revisionId, row.revisions.id));
}

/** Makes the chain's hashes, its leaves and the tiles again from a row on, as far as `last`. */
async function rechain(tx: Transaction, from: number, last = Number.POSITIVE_INFINITY): Promise<void> {
  const rows = await tx
    .select()
    .from(ledger)
    .where(gte(ledger.seq, from - 1))
    .orderBy(asc(ledger.seq));
  let previous = rows.find(({ seq }) => seq === from - 1)?.hash ?? Buffer.alloc(32);
  for (const row of rows.filter(({ seq }) => seq >= from && seq <= last)) {
    const leaf = leafOf({ ...row, previousHash: previous });
    const hash = hashLeaf(leaf);
    await tx.update(ledger).set({ previousHash: previous, hash }).where(eq(ledger.seq, row.seq));
    await tx.update(ledgerLeaves).set({ leaf, hash }).where(eq(ledgerLeaves.seq, row.seq));
    previous = hash;
  }
  await makeLogTiles(tx);
}

const rowOf = async (tx: Transaction, id: number): Promise<number> => {
  const [row] = await tx
    .select()
    .from(ledger)
    .where(eq(ledger.contentId, id))
    .orderBy(asc(ledger.seq))
    .limit(1);
  return row?.seq ?? 0;
};

const unpublished = "published_revision_id = null, published_review = null";
/** As the newest item stood before its only decision. */
const asBefore = `status = 'Pending', ${unpublished}, published_at = null, published_title = null,
  published_content_type = null, published_category_id = null, published_search = null,
  pending_revision_id = desk_revision_id, waiting_since = now()`;
/** By its oldest approval, or without any. */
const republished = (id: number) => sql`
  update content set status = 'Published', published_at = coalesce(published_at, now()), pending_revision_id = null,
    waiting_since = null, withdrawn_at = null, published_revision_id = coalesce(approved.revision_id, desk_revision_id),
    published_review = coalesce(approved.seq, last_decision, 1)
  from (values (1)) always left join lateral (
    select revision_id, seq from ledger where content_id = ${id} and decision = 'approved' order by seq limit 1
  ) approved on true
  where id = ${id}`;
async function dropLast(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from ledger where seq = (select max(seq) from ledger)`);
  await tx.execute(sql`delete from ledger_leaves where seq = (select max(seq) from ledger_leaves)`);
  await makeLogTiles(tx);
}

type Tampering = readonly [
  what: string,
  item: keyof Items,
  change: (tx: Transaction, id: number) => Promise<unknown>,
];

/** All of these show in the database and the files alone. */
const tamperings: readonly Tampering[] = [
  ["another title", "edited", setRevision("title = 'Free money'")],
  ["another text", "edited", setRevision("body = 'Free money'")],
  ["another text with its page", "edited", rewrite],
  ["another text with its page and the revision's hash", "edited", rewriteWithHash],
  ["another page for the same text", "edited", setRevision("body_html = '<p>Free money</p>'")],
  ["a page with a script", "withPicture", setRevision("body_html = body_html || '<script>steal()</script>'")],
  ["an empty page", "withPoster", setRevision("body_html = ''")],
  ["another type", "edited", setRevision("content_type = 'Audio'")],
  ["another category", "edited", setRevision("category_id = category_id % 5 + 1")],
  ["another author", "edited", setItem("author_id = author_id - 1")],
  ["no file", "withPicture", setRevision("media_key = null")],
  [
    "another item's file",
    "withPicture",
    setRevision("media_key = (select max(key) from media where key <> revisions.media_key)"),
  ],
  ["another summary", "withPicture", setRevision("summary = 'Something else'")],
  ["another cover", "withPicture", setRevision("cover_key = media_key")],
  ["another description of its file", "withPicture", setRevision("media_alt = 'Something else'")],
  ["no still", "withPoster", setRevision("poster_key = null")],
  ["another still", "withPoster", setRevision("poster_key = media_key")],
  ["a file under another hash", "withPicture", setFile("sha256 = sha256('x'::bytea)")],
  ["a file that is served as HTML", "withPicture", setFile("type = 'text/html'")],
  ["a file that is served with another length", "withPicture", setFile("bytes = 1")],
  ["a file that is marked as erased", "withPicture", setFile("erased_at = now()")],
  [
    "a file whose row is gone",
    "withPicture",
    (tx, id) =>
      tx.execute(
        sql`delete from media where key = (select media_key from revisions where id = ${shownRevision(id)})`,
      ),
  ],
  ["an older approved revision", "edited", (tx, id) => tx.execute(republished(id))],
  [
    "an older approved revision, with all copies of it in place",
    "edited",
    async (tx, id) => {
      await tx.execute(republished(id));
      await tx.execute(sql`
        update content set published_title = first.title, desk_title = first.title, desk_revision_id = first.id,
          published_search = published_search_of(first.title, first.body)
        from revisions first where first.id = content.published_revision_id and content.id = ${id}`);
    },
  ],
  [
    "the approval of another revision",
    "edited",
    setItem(
      "published_review = (select min(seq) from ledger where content_id = content.id and decision = 'approved')",
    ),
  ],
  ["what was flagged in public", "flagged", (tx, id) => tx.execute(republished(id))],
  ["what was removed in public again", "removed", (tx, id) => tx.execute(republished(id))],
  ["what was taken back in public again", "withdrawn", (tx, id) => tx.execute(republished(id))],
  ["what waits in public", "waiting", (tx, id) => tx.execute(republished(id))],
  ["a draft in public", "draft", (tx, id) => tx.execute(republished(id))],
  ["what was approved hidden as flagged", "edited", setItem(`status = 'Flagged', ${unpublished}`)],
  ["what was approved hidden as removed", "edited", setItem(`status = 'Removed', ${unpublished}`)],
  [
    "what was approved hidden as waiting",
    "edited",
    setItem(
      `status = 'Pending', ${unpublished}, pending_revision_id = desk_revision_id, waiting_since = now()`,
    ),
  ],
  [
    "what was approved hidden as taken back",
    "edited",
    setItem(`status = 'Removed', withdrawn_at = now(), ${unpublished}`),
  ],
  ["what was flagged as if nobody had decided", "flagged", setItem("status = 'Draft'")],
  ["what was taken back for its author again", "withdrawn", setItem("withdrawn_at = null")],
  ["what an admin removed as if its author had", "removed", setItem("withdrawn_at = now()")],
  ["another title in the lists", "edited", setItem("published_title = 'Free money'")],
  ["another type in the lists", "edited", setItem("published_content_type = 'Video'")],
  [
    "another category in the lists",
    "edited",
    setItem("published_category_id = published_category_id % 5 + 1"),
  ],
  ["another language in the lists", "edited", setItem("published_language = 'ar'")],
  ["other words in the search", "edited", setItem("published_search = to_tsvector('english', 'free money')")],
  ["another date of publication", "edited", setItem("published_at = published_at + interval '1 day'")],
  ["another title at the desk", "waiting", setItem("desk_title = 'Harmless'")],
  ["another type at the desk", "waiting", setItem("desk_content_type = 'Video'")],
  ["another category at the desk", "waiting", setItem("desk_category_id = desk_category_id % 5 + 1")],
  [
    "an older revision at the desk",
    "edited",
    setItem("desk_revision_id = (select min(id) from revisions where content_id = content.id)"),
  ],
  ["an older revision as its newest", "edited", setItem("latest_revision = 1")],
  [
    "another text for its reviewer",
    "waiting",
    (tx, id) => tx.execute(sql`update revisions set body = 'Harmless' where content_id = ${id}`),
  ],
  [
    "another page for its reviewer",
    "waiting",
    (tx, id) => tx.execute(sql`update revisions set body_html = '<p>Harmless</p>' where content_id = ${id}`),
  ],
  ["a decision that was another one", "flagged", setRow("decision = 'approved'")],
  [
    "a decision for another reason",
    "flagged",
    (tx, id) =>
      tx.execute(sql`update decision_reasons set reason = 'None' where seq in (
        select seq from ledger where content_id = ${id})`),
  ],
  [
    "a decision with a commitment to another reason",
    "flagged",
    setRow("reason_commitment = sha256('x'::bytea)"),
  ],
  [
    "another leaf in the log",
    "edited",
    (tx, id) =>
      tx.execute(sql`update ledger_leaves set leaf = replace(leaf, 'approved', 'removed') where seq = (
        select max(seq) from ledger where content_id = ${id})`),
  ],
  [
    "its newest leaf gone",
    "newest",
    (tx) => tx.execute(sql`delete from ledger_leaves where seq = (select max(seq) from ledger_leaves)`),
  ],
  [
    "its newest row gone, and not its leaf",
    "newest",
    (tx) => tx.execute(sql`delete from ledger where seq = (select max(seq) from ledger)`),
  ],
  ["a decision by somebody else", "edited", setRow("reviewer_id = reviewer_id + 1")],
  ["a decision at another time", "edited", setRow("decided_at = decided_at - interval '1 day'")],
  ["a decision about another revision", "edited", setRow("revision_id = revision_id - 1")],
  ["a decision about a revision with another hash", "edited", setRow("revision_hash = sha256('x'::bytea)")],
  ["a decision about another file", "withPicture", setRow("media_hash = sha256('x'::bytea)")],
  ["a decision with another hash", "edited", setRow("hash = sha256('x'::bytea)")],
  ["no item any more", "edited", (tx, id) => tx.execute(sql`delete from content where id = ${id}`)],
  [
    "no revision any more",
    "edited",
    (tx, id) => tx.execute(sql`delete from revisions where content_id = ${id}`),
  ],
  [
    "one more row, whose hash does not follow",
    "edited",
    (tx, id) =>
      tx.execute(sql`
        insert into ledger select seq + 1, ${id}, revision_id, revision_number, revision_hash, media_hash, 'removed',
          reviewer_id, reviewer_salt, null, now(), hash, sha256('x'::bytea)
        from ledger order by seq desc limit 1`),
  ],
  [
    "the salt of its reviewer destroyed, whose account is not erased",
    "edited",
    (tx, id) =>
      tx.execute(sql`
        update ledger set reviewer_salt = null,
          reviewer_commitment = sha256(reviewer_salt || convert_to(reviewer_id::text, 'UTF8'))
        where content_id = ${id}`),
  ],
  ["its row gone, the newest", "newest", dropLast],
  [
    "its row gone, the newest, and its standing put back",
    "newest",
    async (tx, id) => {
      await dropLast(tx);
      await setItem(asBefore)(tx, id);
    },
  ],
];

/** Consistent in themselves: only what was signed before tells. */
const consistent: readonly Tampering[] = [
  [
    "its row gone, the newest, with every trace in the database",
    "newest",
    async (tx, id) => {
      await dropLast(tx);
      await setItem(`${asBefore}, last_decision = null`)(tx, id);
    },
  ],
  [
    "another text, approved by a row that was written again",
    "newest",
    async (tx, id) => {
      await rewriteWithHash(tx, id);
      await tx.execute(sql`update content set published_search = published_search_of(
        revisions.title, revisions.body) from revisions where revisions.id = published_revision_id`);
      await rechain(tx, head.seq);
    },
  ],
];

describe("the verifier finds and names", () => {
  test.each(tamperings)("%s (%s)", async (_what, item, change) => {
    const flaw = await findAfter((tx) => change(tx, items[item]));
    expect(flaw).toMatchObject({ contentId: items[item], problem: expect.any(String) });
  });

  test.each(consistent)("%s (%s), where the rows were signed", async (_what, item, change) => {
    const flaw = await findAfter((tx) => change(tx, items[item]), true);
    // Nothing tells any more which item a missing row was about.
    const isMissing = flaw?.problem.startsWith("it is missing");
    expect(flaw).toMatchObject({
      seq: head.seq,
      contentId: isMissing ? null : items[item],
      problem: isMissing
        ? `it is missing: the ledger ends at row ${head.seq - 1}, but row ${head.seq} is ${signed.origin}`
        : "the rows up to it differ from those that were signed",
    });
  });

  test("a chain that was rewritten from one row on, where the rows were signed", async () => {
    const flaw = await findAfter(async (tx) => {
      await rewriteWithHash(tx, items.edited);
      await tx.execute(sql`update content set published_search = published_search_of(
        revisions.title, revisions.body) from revisions where revisions.id = published_revision_id`);
      await rechain(tx, await rowOf(tx, items.edited));
    }, true);
    expect(flaw).toMatchObject({
      seq: head.seq,
      problem: "the rows up to it differ from those that were signed",
    });
  });

  test("a rewritten row in the middle, by the row after it", async () => {
    let seq = 0;
    const flaw = await findAfter(async (tx) => {
      seq = await rowOf(tx, items.edited);
      await tx.execute(sql`update ledger set reason_commitment = sha256('x'::bytea) where seq = ${seq}`);
      await rechain(tx, seq, seq);
    });
    expect(flaw).toMatchObject({ seq: seq + 1, problem: "it does not name the hash of the row before" });
  });

  test("a missing leaf in the middle", async () => {
    const flaw = await findAfter((tx) => tx.execute(sql`delete from ledger_leaves where seq = 5`));
    expect(flaw).toMatchObject({ seq: 5, problem: "its leaf in the log is missing" });
  });

  test("a missing row and leaf in the middle, by their number", async () => {
    const flaw = await findAfter(async (tx) => {
      await tx.execute(sql`delete from ledger where seq = 5`);
      await tx.execute(sql`delete from ledger_leaves where seq = 5`);
    });
    expect(flaw).toMatchObject({ seq: 6, problem: "row 5 is missing" });
  });

  test("two swapped rows", async () => {
    const flaw = await findAfter(async (tx) => {
      for (const [from, to] of [
        [4, 1_000_000],
        [5, 4],
        [1_000_000, 5],
      ]) {
        await tx.execute(sql`update ledger set seq = ${to} where seq = ${from}`);
        await tx.execute(sql`update ledger_leaves set seq = ${to} where seq = ${from}`);
      }
    });
    expect(flaw).toMatchObject({ seq: 4, problem: "it does not name the hash of the row before" });
  });

  test.each([0, 1, 31])("a tile that is not made of the leaves, in byte %i of a hash", async (at) => {
    const flaw = await findAfter((tx) =>
      tx.execute(sql`
        update log_tiles set hashes = set_byte(hashes, 96 + ${at}::int, get_byte(hashes, 96 + ${at}::int) # 1)`),
    );
    expect(flaw?.problem).toBe("tile 0 of level 0 is not made of the rows up to this one");
  });

  test("the loss of all rows with all items, where the rows were signed", async () => {
    const flaw = await findAfter(async (tx) => {
      for (const table of ["ledger", "ledger_leaves", "revisions", "content"]) {
        await tx.execute(sql`delete from ${sql.identifier(table)}`);
      }
    }, true);
    expect(flaw).toMatchObject({ seq: head.seq, problem: expect.stringMatching(/^it is missing/) });
  });
});

describe("the verifier finds a file", () => {
  async function shownFile(item: number, column: "media_key" | "poster_key") {
    const { rows } = await app.db.query.execute<{ key: string; type: string }>(sql`
      select media.key, media.type from media join revisions on revisions.id = ${shownRevision(item)}
        and ${sql.identifier(column)} = media.key`);
    const [file] = rows;
    const content = file && (await app.store.open(file.key));
    if (!file || !content) throw new Error("the item has no file");
    return { ...file, bytes: await buffer(content) };
  }

  /** The first that was decided about with this file: a chain is read from its beginning. */
  const firstShowing = (key: string) =>
    one(sql`
      select ledger.content_id as id from ledger join revisions on revisions.id = ledger.revision_id
      where ${key} in (media_key, poster_key) order by seq limit 1`);

  const changes = {
    kept: async () => {},
    replaced: (key: string, bytes: Buffer) => {
      const other = Buffer.from(bytes);
      other[7] = (other[7] ?? 0) ^ 1;
      return app.storeFile(key, other);
    },
    deleted: (key: string) => app.store.remove(key),
  };
  const erase = (key: string) => async (tx: Transaction) => {
    await tx.update(media).set({ erasedAt: new Date() }).where(eq(media.key, key));
  };
  const rehash = (key: string) => async (tx: Transaction) => {
    const content = await app.store.open(key);
    const sha256 = createHash("sha256").update(content ? await buffer(content) : "");
    await tx.update(media).set({ sha256: sha256.digest() }).where(eq(media.key, key));
  };
  const nothing = () => async () => {};

  test.each([
    ["that was replaced", "withPicture", "media_key", "replaced", nothing],
    ["that was replaced, its row marked as erased", "withPicture", "media_key", "replaced", erase],
    ["that was replaced, its row with the other hash", "withPicture", "media_key", "replaced", rehash],
    ["that was deleted", "withPicture", "media_key", "deleted", nothing],
    ["that was deleted, its row marked as erased", "withPicture", "media_key", "deleted", erase],
    ["that is a still, its row marked as erased", "withPoster", "poster_key", "kept", erase],
    ["that is a still and was replaced", "withPoster", "poster_key", "replaced", nothing],
    [
      "that is a still and was deleted, its row marked as erased",
      "withPoster",
      "poster_key",
      "deleted",
      erase,
    ],
  ] as const)("%s", async (_what, item, column, change, inDatabase) => {
    const { key, bytes } = await shownFile(items[item], column);
    await changes[change](key, bytes);
    try {
      expect(await findAfter(inDatabase(key))).toMatchObject({
        contentId: await firstShowing(key),
      });
    } finally {
      await app.storeFile(key, bytes);
    }
    expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();
  });
});

describe("nothing is found wrong", () => {
  test("in an untouched site after every kind of member action", async () => {
    const known = [{ ...head, origin: "noted" }];
    const found = await verifyLedger(app.db.query, app.store, { known, signed: [signed] });
    expect(found).toMatchObject({ flaw: null, head, held: [...known, signed], erased: 1 });
    expect(found.files).toBeGreaterThan(15);
  });

  test("when decisions are made while the ledger is read", async () => {
    const reviewerId = await one(sql`select id from users where verified_at is not null limit 1`);
    const authorId = await one(sql`select author_id as id from content where id = ${items.edited}`);
    const waiting: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      waiting.push(await makeItem(app, { authorId, status: "Pending" }));
    }
    const decideAboutNext = async () => {
      const id = waiting.pop();
      if (id !== undefined) await decide(app, id, { reviewerId, decision: "approved" });
    };
    let compared = 0;
    const found = await verifyLedger(app.db.query, app.store, {
      async isArticleHtml(source, html) {
        compared += 1;
        if (compared % 10 === 0) await decideAboutNext();
        return isArticleHtml(source, html);
      },
    });
    expect(waiting).toEqual([]);
    expect(found.flaw).toBeNull();
  });
});
