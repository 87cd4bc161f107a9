import { createHash } from "node:crypto";
import type { LedgerPage, LedgerRow } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Queries } from "../../db/database.ts";
import { type Verification, verifyLedger } from "../../verification/ledger/ledger-verifier.ts";
import { insertMedia } from "../media/media.repository.ts";

let app: TestApp;
let authorId: number;
let published: number;
let withMedia: number;
let flagged: number;

const picture = Buffer.from("not a picture, but bytes all the same");
const key = "0123456789abcdef.jpg";

beforeAll(async () => {
  app = await buildTestApp();
  const admin = await verifiedAdmin(app);
  authorId = (await registerMember(app, "TechWriter")).user_id;
  const reviewerId = admin.user_id;
  await app.storeFile(key, picture);
  const sha256 = createHash("sha256").update(picture).digest();
  await insertMedia(app.db.query, { key, sha256, bytes: picture.length, type: "image/jpeg" });
  published = await makeItem(app, {
    authorId,
    reviewerId,
    title: "Zoë’s “notes”\u2028on 𝒢 & <b>",
    body: 'One\r\n\tTwo \\ "three" \u0007 €',
  });
  withMedia = await makeItem(app, { authorId, reviewerId, media: { key, sha256, alt: "A café" } });
  flagged = await makeItem(app, { authorId, reviewerId, status: "Flagged", title: "Hidden" });
  for (let count = 0; count < 4; count += 1) await makeItem(app, { authorId, reviewerId });
});
afterAll(() => app.close());

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const list = async (query = ""): Promise<LedgerPage> => (await app.call("GET", `/ledger${query}`)).body;

const everyRow = () => readAll<LedgerRow>(app, "/ledger?per_page=3");

describe("the public ledger", () => {
  test("pages through all decisions, newest first, and names its head", async () => {
    const rows = await everyRow();
    expect(rows.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect((await list()).head).toEqual({ seq: 7, hash: rows[0]?.hash });
    expect(rows.find((row) => row.content_id === withMedia)).toMatchObject({
      title: "A title",
      media_hash: sha256(picture.toString()),
    });
    expect(rows.find((row) => row.content_id === flagged)).toMatchObject({
      title: null,
      decision: "flagged",
    });
  });

  test("can be checked as docs/guides/verify.md describes", async () => {
    let previous = "0".repeat(64);
    const named: number[] = [];
    for (const row of (await everyRow()).toReversed()) {
      expect(row.previous_hash).toBe(previous);
      previous = row.hash;
      // The keys in alphabetical order and no white space: RFC 8785 for texts without numbers of its own.
      const said = {
        content: row.content_id,
        decision: row.decision,
        media_hash: row.media_hash,
        previous: row.previous_hash,
        reason_commitment: row.reason_commitment,
        reviewer_commitment: row.reviewer_commitment,
        revision: row.revision,
        revision_hash: row.revision_hash,
        seq: row.seq,
        time: row.decided_at,
        v: 3,
      };
      expect(sha256(JSON.stringify(said))).toBe(row.hash);
      if (row.reviewer === null) continue;
      const salt = Buffer.from(row.reviewer_salt ?? "", "hex");
      expect(sha256(Buffer.concat([salt, Buffer.from(String(row.reviewer.id))]))).toBe(
        row.reviewer_commitment,
      );
      named.push(row.seq);
    }
    // Row 3 is about work that is not public.
    expect(named).toEqual([1, 2, 4, 5, 6, 7]);
  });

  test("a published item provides exactly the bytes that were reviewed", async () => {
    const { items } = (await app.call("GET", `/content/${published}/reviews`)).body;
    const answer = await app.inject({ url: `/content/${published}/canonical` });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(sha256(answer.payload)).toBe(items[0].revision_hash);
    expect(JSON.parse(answer.payload)).toMatchObject({ content: published, revision: 1, author: authorId });
  });
});

describe("the verifier", () => {
  const verify = (db: Queries = app.db.query) => verifyLedger(db, app.store);

  /** What is found after a change as somebody with the database's files could make it; it is undone again. */
  async function verifyWith(change: string, db = app.db): Promise<Verification> {
    class Undo extends Error {}
    let found: Verification | undefined;
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(change));
      found = await verify(tx);
      throw new Undo();
    });
    await expect(work).rejects.toBeInstanceOf(Undo);
    if (!found) throw new Error("nothing was verified");
    return found;
  }

  test("finds nothing wrong in unchanged data, and counts what it read", async () => {
    const { head } = await list();
    expect(await verify()).toMatchObject({ rows: 7, files: 1, erased: 0, head: head ?? {}, flaw: null });
  });

  test("reports nothing for an empty ledger", async () => {
    const own = await buildTestApp();
    expect(await verifyLedger(own.db.query, own.store)).toEqual({
      rows: 0,
      files: 0,
      erased: 0,
      head: null,
      held: [],
      flaw: null,
    });
    await own.close();
  });

  test.each([
    ["title", "title = title || ' '"],
    ["text", "body = overlay(body placing 'X' from 3 for 1)"],
    ["type", "content_type = 'Audio'"],
    ["category", "category_id = 2"],
    ["alternative text", "media_alt = 'A cafe'"],
    ["file", "media_key = null"],
    ["still", `poster_key = '${key}'`],
    ["hash", "hash = set_byte(hash, 31, get_byte(hash, 31) # 1)"],
    ["number", "number = 9"],
  ])("names the row whose revision has another %s", async (_what, change) => {
    const { flaw, rows } = await verifyWith(`update revisions set ${change} where content_id = ${withMedia}`);
    expect(flaw).toMatchObject({
      seq: 2,
      contentId: withMedia,
      problem: expect.stringContaining("revision"),
    });
    expect(rows).toBe(1);
  });

  test.each([
    ["decision", "decision = 'removed'"],
    ["commitment to a reason", "reason_commitment = sha256('x'::bytea)"],
    ["reviewer", "reviewer_id = reviewer_id + 1"],
    ["time", "decided_at = decided_at + interval '1 millisecond'"],
    ["item", "content_id = content_id + 1"],
    ["revision", "revision_number = 2"],
    ["revision's hash", "revision_hash = set_byte(revision_hash, 0, get_byte(revision_hash, 0) # 1)"],
    ["file's hash", "media_hash = set_byte(revision_hash, 0, 0)"],
    ["previous hash", "previous_hash = set_byte(previous_hash, 0, get_byte(previous_hash, 0) # 128)"],
    ["hash", "hash = set_byte(hash, 5, get_byte(hash, 5) # 1)"],
  ])("names the row with another %s", async (_what, change) => {
    expect((await verifyWith(`update ledger set ${change} where seq = 4`)).flaw?.seq).toBe(4);
  });

  test("names the row after a missing one", async () => {
    expect(
      (await verifyWith("delete from ledger where seq = 5; delete from ledger_leaves where seq = 5")).flaw,
    ).toMatchObject({
      seq: 6,
      problem: "row 5 is missing",
    });
  });

  test("names the row whose item was given to another author", async () => {
    const change = `update content set author_id = author_id - 1 where id = ${published}`;
    expect((await verifyWith(change)).flaw).toMatchObject({ seq: 1, contentId: published });
  });

  test("names the row whose file differs in one bit or is missing", async () => {
    const bytes = Buffer.from(picture);
    bytes[7] = (bytes[7] ?? 0) ^ 1;
    await app.storeFile(key, bytes);
    expect((await verify()).flaw).toMatchObject({
      seq: 2,
      problem: `the file ${key} has changed since the decision`,
    });
    await app.store.remove(key);
    expect((await verify()).flaw).toMatchObject({ seq: 2, problem: `the file ${key} is missing` });
    await app.storeFile(key, picture);
    expect((await verify()).flaw).toBeNull();
  });

  test("names an item that was published without a row", async () => {
    const hidden = "published_revision_id = desk_revision_id, published_review = 1, published_at = now()";
    const change = `update content set status = 'Published', ${hidden} where id = ${flagged}`;
    expect((await verifyWith(change)).flaw).toEqual({
      seq: null,
      contentId: flagged,
      problem: "the item is public without an approving row",
    });
  });

  test("reads a long chain in batches and finds what is wrong at its end", async () => {
    const own = await buildTestApp();
    const { user_id } = await registerMember(own, "TechWriter");
    for (let count = 0; count < 250; count += 1)
      await makeItem(own, { authorId: user_id, title: `No. ${count}` });
    expect(await verifyLedger(own.db.query, own.store)).toMatchObject({ rows: 250, flaw: null });
    const change = "update revisions set title = 'No. 0' where content_id = 250";
    expect(await verifyWith(change, own.db)).toMatchObject({ rows: 249, flaw: { seq: 250 } });
    await own.close();
  });
});
