import { join } from "node:path";
import { foldHashes, leafHash, rootOf } from "@cairn/node";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../../tests/support/server/database.ts";
import { openTestStore } from "../../../../../tests/support/server/store.ts";
import type { Transaction } from "../../db/database.ts";
import { migrate } from "../../db/migrate.ts";
import { renderArticle } from "../../lib/markdown.ts";
import { isHashOf } from "./known-heads.ts";
import { newestRow, rowOf } from "./ledger.repository.ts";
import { genesisHash, hashFormerEntry } from "./ledger-hash.ts";
import { type Verification, verifyLedger } from "./ledger-verifier.ts";
import { hashRevision } from "./revision-hash.ts";
import { storedTile } from "./verification.repository.ts";

const rows = 600;
const reason = 'Zoë’s “notes”\u2028on 𝒢 \\ "quoted"';
let db: TestDatabase;
/** The hashes of the first format. */
const former: Buffer[] = [];
let foundBefore: Verification;

beforeAll(async () => {
  db = await openTestDatabase();
  await db.query.execute(sql`drop schema public cascade`);
  await db.query.execute(sql`create schema public`);
  await migrate(db, { until: "0019" });
  await db.transaction(fillFormerLedger, { limit: 60_000 });
  foundBefore = await verifyLedger(db.query, await openTestStore(join(db.dataDir, "media")));
  await migrate(db);
});
afterAll(() => db.remove());

/** One published item and one with so many flags, in the ledger's first format. */
async function fillFormerLedger(tx: Transaction): Promise<void> {
  await tx.execute(sql`insert into users (name, email, role) values ('Author', 'a@example.test', 'TechWriter'),
    ('Admin', 'b@example.test', 'Admin')`);
  for (const contentId of [1, 2]) {
    const facts = {
      contentId,
      number: 1,
      authorId: 1,
      title: "A title",
      body: "Words.",
      contentType: "Article",
    };
    const none = {
      mediaSha256: null,
      mediaAlt: "",
      posterSha256: null,
      appliesTo: [],
      pictures: [],
      language: "en",
      languageGiven: false,
    };
    const revisionHash = hashRevision({ ...facts, ...none, categoryId: 1 });
    await tx.execute(sql`insert into content (author_id, status, latest_revision) values (1, 'Draft', 0)`);
    await tx.execute(sql`insert into revisions (content_id, number, title, body, body_html, content_type, category_id, hash)
      values (${contentId}, 1, 'A title', 'Words.', ${renderArticle("Words.")}, 'Article', 1, ${revisionHash})`);
    await tx.execute(sql`update content set latest_revision = 1, pending_revision_id = ${contentId}, status = 'Pending',
      waiting_since = now() where id = ${contentId}`);
    for (let count = 1; count <= (contentId === 1 ? 1 : rows - 1); count += 1) {
      const seq = former.length + 1;
      const entry = {
        seq,
        contentId,
        revisionNumber: 1,
        revisionHash,
        mediaHash: null,
        decision: contentId === 1 ? ("approved" as const) : ("flagged" as const),
        reviewerId: 2,
        reason: contentId === 1 ? null : reason,
        decidedAt: new Date(Date.UTC(2026, 0, 1, 9, 30, 0, seq)),
        previousHash: former.at(-1) ?? genesisHash,
      };
      const hash = hashFormerEntry(entry);
      await tx.execute(sql`insert into ledger (seq, content_id, revision_id, revision_number, revision_hash, decision,
          reviewer_id, reason, decided_at, previous_hash, hash)
        values (${seq}, ${contentId}, ${contentId}, 1, ${revisionHash}, ${entry.decision}, 2, ${entry.reason},
          ${entry.decidedAt.toISOString()}, ${entry.previousHash}, ${hash})`);
      former.push(hash);
    }
  }
  await tx.execute(sql`update content set status = 'Published', published_revision_id = 1, published_review = 1,
    published_at = (select decided_at from ledger where seq = 1), pending_revision_id = null, waiting_since = null
    where id = 1`);
  await tx.execute(sql`update content set status = 'Flagged', pending_revision_id = null, waiting_since = null
    where id = 2`);
}

/** What the verifier finds after a change, which is undone again. */
async function problemAfter(change: string): Promise<string | undefined> {
  class Undo extends Error {}
  let problem: string | undefined;
  const work = db.transaction(
    async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(change));
      problem = (await verifyLedger(tx, await openTestStore(join(db.dataDir, "media")))).flaw?.problem;
      throw new Undo();
    },
    { limit: 60_000 },
  );
  await expect(work).rejects.toBeInstanceOf(Undo);
  return problem;
}

test("a ledger of the first format, as in an older backup, is verified as it is", () => {
  expect(foundBefore).toMatchObject({
    flaw: null,
    rows,
    head: { seq: rows, hash: former.at(-1)?.toString("hex") },
  });
});

test("a ledger of the first format is taken over with a row that names its length and its head", async () => {
  const found = await verifyLedger(db.query, await openTestStore(join(db.dataDir, "media")));
  expect(found).toMatchObject({ flaw: null, rows: rows + 1 });
  const { rows: leaves } = await db.query.execute<{ leaf: string }>(
    sql`select leaf from ledger_leaves where seq = ${rows + 1}`,
  );
  expect(JSON.parse(leaves[0]?.leaf ?? "")).toMatchObject({
    v: 2,
    seq: rows + 1,
    kind: "taken_over",
    rows,
    head: former.at(-1)?.toString("hex"),
  });
});

test("heads of the first format that were noted stay valid, and others are refused", async () => {
  const known = (seq: number, hash = former[seq - 1]) => [
    { seq, hash: hash?.toString("hex") ?? "", contentId: null, origin: "noted" },
  ];
  const store = await openTestStore(join(db.dataDir, "media"));
  for (const seq of [1, 300, rows]) {
    expect(await verifyLedger(db.query, store, { known: known(seq) })).toMatchObject({
      flaw: null,
      held: known(seq),
    });
    const row = await rowOf(db.query, seq);
    expect(row && isHashOf(row, former[seq - 1]?.toString("hex") ?? "")).toBe(true);
  }
  const { flaw } = await verifyLedger(db.query, store, { known: known(300, former[300]) });
  expect(flaw).toMatchObject({ seq: 300 });
});

test("the tiles of the rows taken over have the root of their leaves", async () => {
  const { rows: leaves } = await db.query.execute<{ leaf: string }>(
    sql`select leaf from ledger_leaves order by seq`,
  );
  const hashes = leaves.map(({ leaf }) => leafHash(Buffer.from(leaf)));
  const roots = [0, 256].map((first) => foldHashes(hashes.slice(first, first + 256)));
  const plain = async (level: number, index: number) =>
    Buffer.concat((level === 0 ? hashes : roots).slice(index * 256, index * 256 + 256));
  const stored = async (level: number, index: number) =>
    (await storedTile(db.query, level, index)) ?? Buffer.alloc(0);
  for (const size of [1, 255, 511, rows, rows + 1]) {
    expect(await rootOf(stored, size)).toEqual(await rootOf(plain, size));
  }
  // A full tile's root stands in the level above.
  expect((await stored(1, 0)).length).toBe(2 * 32);
  expect((await newestRow(db.query))?.seq).toBe(leaves.length);
});

test("a row taken over still fits after its reason was erased", async () => {
  expect(await problemAfter("delete from decision_reasons where seq in (2, 17, 600)")).toBeUndefined();
});

test.each([
  [
    "another reason",
    "update decision_reasons set reason = 'Forged' where seq = 7",
    "its reason does not match its hash",
  ],
  [
    "another hash of the first format",
    "update ledger set former_hash = sha256('x'::bytea) where seq = 7",
    "its former hash is not the hash of what it says",
  ],
  [
    "no hash of the first format",
    "update ledger set former_hash = null where seq >= 7",
    "the rows before it are not those that it says were taken over",
  ],
])("%s in a row taken over is found", async (_what, change, problem) => {
  expect(await problemAfter(change)).toBe(problem);
});
