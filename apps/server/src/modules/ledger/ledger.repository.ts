import { randomBytes } from "node:crypto";
import { canonicalJson } from "@cairn/tlog";
import { and, desc, eq, gt, inArray, isNull, lt, not, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { captionsOfRevision, hasPage, literal, photoOf, picturesOfText, poster } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import {
  approvalNotes,
  content,
  decisionReasons,
  ledger,
  ledgerLeaves,
  media,
  reasonAnswers,
  revisions,
  users,
} from "../../db/schema.ts";
import { commitTo, genesisHash, hashLeaf, type LedgerEntry, leafOf, leafVersion } from "./ledger-hash.ts";
import { enterTree } from "./log/log.repository.ts";

/** The advisory lock's key: any number that nothing else in Cairn uses. */
const chainLock = 7_233_001;

export type NewDecision = Omit<
  LedgerEntry,
  "seq" | "previousHash" | "reviewerSalt" | "reviewerCommitment" | "reasonCommitment"
> & {
  revisionId: number;
  reason: string | null;
};

/** Appends a decision to the chain, notes it as the item's last, and returns its row number. Holds the writer lock until the transaction ends. */
export async function appendToLedger(tx: Transaction, { reason, ...decided }: NewDecision): Promise<number> {
  const last = await lockEnd(tx);
  const salt = randomBytes(32);
  const entry = {
    ...decided,
    reviewerSalt: randomBytes(32),
    reviewerCommitment: null,
    seq: (last?.seq ?? 0) + 1,
    previousHash: last?.hash ?? genesisHash,
    reasonCommitment: reason === null ? null : commitTo(salt, reason),
  };
  const { seq } = entry;
  const leaf = leafOf(entry);
  await decisionEntry(tx).execute({ ...entry, leaf, hash: hashLeaf(leaf) });
  await enterTree(tx, seq, leaf);
  if (reason !== null) await tx.insert(decisionReasons).values({ seq, salt, reason });
  return seq;
}

const decisionEntry = named((db) => {
  const { placeholder } = sql;
  const [seq, hash] = [placeholder("seq"), placeholder("hash")];
  const leaf = db.insert(ledgerLeaves).values({ seq, leaf: placeholder("leaf"), hash });
  const item = db
    .update(content)
    .set({ lastDecision: sql`${seq}` })
    .where(eq(content.id, placeholder("contentId")));
  return db
    .with(
      db.$with("entered").as(leaf.returning({ seq: ledgerLeaves.seq })),
      db.$with("noted").as(item.returning({ id: content.id })),
    )
    .insert(ledger)
    .values({
      seq,
      hash,
      contentId: placeholder("contentId"),
      revisionId: placeholder("revisionId"),
      revisionNumber: placeholder("revisionNumber"),
      revisionHash: placeholder("revisionHash"),
      mediaHash: placeholder("mediaHash"),
      decision: placeholder("decision"),
      reviewerId: placeholder("reviewerId"),
      reviewerSalt: placeholder("reviewerSalt"),
      reasonCommitment: placeholder("reasonCommitment"),
      decidedAt: placeholder("decidedAt"),
      previousHash: placeholder("previousHash"),
    })
    .prepare("enter_decision");
});

interface Note {
  /** Facts of the leaf beside its number, time and predecessor. */
  readonly says: { readonly kind: string } & Readonly<Record<string, unknown>>;
  /** null: the leaf commits to no reason. */
  readonly reason: string | null;
  readonly time: Date;
}

/** Appends a leaf that is no decision and returns its number. Holds the writer lock until the transaction ends. */
export async function appendNote(tx: Transaction, { says, reason, time }: Note): Promise<number> {
  const last = await lockEnd(tx);
  const salt = randomBytes(32);
  const seq = (last?.seq ?? 0) + 1;
  const leaf = canonicalJson({
    ...says,
    v: leafVersion,
    seq,
    ...(reason !== null && { reason_commitment: commitTo(salt, reason).toString("hex") }),
    time: time.toISOString(),
    previous: (last?.hash ?? genesisHash).toString("hex"),
  });
  await tx.insert(ledgerLeaves).values({ seq, leaf, hash: hashLeaf(leaf) });
  await enterTree(tx, seq, leaf);
  if (reason !== null) await tx.insert(decisionReasons).values({ seq, salt, reason });
  return seq;
}

const decision = {
  seq: ledger.seq,
  contentId: ledger.contentId,
  revisionNumber: ledger.revisionNumber,
  decision: ledger.decision,
  reviewerId: ledger.reviewerId,
  reviewerSalt: ledger.reviewerSalt,
  reviewerCommitment: ledger.reviewerCommitment,
  reviewerName: users.name,
  reviewerRole: users.role,
  reasonCommitment: ledger.reasonCommitment,
  salt: decisionReasons.salt,
  reason: decisionReasons.reason,
  decidedAt: ledger.decidedAt,
  revisionHash: ledger.revisionHash,
  mediaHash: ledger.mediaHash,
  previousHash: ledger.previousHash,
  hash: ledger.hash,
  revisionId: ledger.revisionId,
  authorId: content.authorId,
  publishedRevisionId: content.publishedRevisionId,
};

/** Frequent successor changes must not push reviewers' decisions out of the list. */
const shownSuccessors = 20;

/**
 * An item's decisions, newest first, of those about its successor only the newest. Reviewers make a few; the limit is a
 * safeguard.
 */
export async function decisionsAbout(db: Queries, contentId: number) {
  const aboutSuccessor = sql`${ledger.decision} in ('superseded', 'reinstated')`;
  const newest = db
    .select({ seq: ledger.seq })
    .from(ledger)
    .where(and(eq(ledger.contentId, contentId), aboutSuccessor))
    .orderBy(desc(ledger.seq))
    .limit(shownSuccessors);
  return db
    .select({
      ...decision,
      reviewerPhoto: photoOf(),
      reviewerHasPage: hasPage(sql`users.id`),
      approvalNote: approvalNotes.note,
      answer: reasonAnswers.answer,
    })
    .from(ledger)
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .innerJoin(content, eq(content.id, ledger.contentId))
    .leftJoin(decisionReasons, eq(decisionReasons.seq, ledger.seq))
    .leftJoin(approvalNotes, eq(approvalNotes.seq, ledger.seq))
    .leftJoin(reasonAnswers, eq(reasonAnswers.seq, ledger.seq))
    .where(and(eq(ledger.contentId, contentId), or(not(aboutSuccessor), inArray(ledger.seq, newest))))
    .orderBy(desc(ledger.seq))
    .limit(200);
}
/** All decisions before row `before`, newest first, with the titles of items that are public. */
export async function latestDecisions(db: Queries, before: number | null, limit: number) {
  return db
    .select({ ...decision, title: content.publishedTitle })
    .from(ledger)
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .innerJoin(content, eq(content.id, ledger.contentId))
    .leftJoin(decisionReasons, eq(decisionReasons.seq, ledger.seq))
    .where(before === null ? undefined : lt(ledger.seq, before))
    .orderBy(desc(ledger.seq))
    .limit(limit);
}

export type DecisionRow = Omit<Awaited<ReturnType<typeof latestDecisions>>[number], "title">;

/** Leaves that are no decisions, after row `after` and before row `before` (null: to the end), newest first. */
export async function notesBetween(db: Queries, after: number, before: number | null) {
  const { seq, leaf, hash } = ledgerLeaves;
  return db
    .select({ seq, leaf, hash, reason: decisionReasons.reason, salt: decisionReasons.salt })
    .from(ledgerLeaves)
    .leftJoin(ledger, eq(ledger.seq, seq))
    .leftJoin(decisionReasons, eq(decisionReasons.seq, seq))
    .where(and(gt(seq, after), before === null ? undefined : lt(seq, before), isNull(ledger.seq)))
    .orderBy(desc(seq))
    .limit(200);
}
export type NoteRow = Awaited<ReturnType<typeof notesBetween>>[number];

const lockEndStatement = named((db) =>
  db
    .select({ taken: sql`1` })
    .from(sql`pg_advisory_xact_lock(${literal(chainLock)})`)
    .prepare("lock_chain"),
);

/** Takes the writer lock until the transaction ends, and returns the end of the chain. */
async function lockEnd(tx: Transaction) {
  // Prepared statements are sent when they are executed, so the lock goes first. The second runs once the lock is held,
  // and sees everything committed by then.
  const [, last] = await Promise.all([lockEndStatement(tx).execute(), newestRow(tx)]);
  return last;
}

/** The end of the chain; null before the first decision. `contentId` is null for a row that is not a decision. */
export async function newestRow(db: Queries) {
  const [row] = await newest(db).execute();
  return row ?? null;
}

export async function rowOf(db: Queries, seq: number) {
  const [row] = await headRows(db).where(eq(ledgerLeaves.seq, seq)).limit(1);
  return row ?? null;
}

const headRows = (db: Queries) =>
  db
    .select({
      seq: ledgerLeaves.seq,
      hash: ledgerLeaves.hash,
      contentId: ledger.contentId,
    })
    .from(ledgerLeaves)
    .leftJoin(ledger, eq(ledger.seq, ledgerLeaves.seq));

const newest = named((db) => headRows(db).orderBy(desc(ledgerLeaves.seq)).limit(1).prepare("newest_leaf"));

/** The columns of a revision that its hash covers, without its files. */
export const revisionFacts = {
  contentId: revisions.contentId,
  number: revisions.number,
  title: revisions.title,
  body: revisions.body,
  summary: revisions.summary,
  coverKey: revisions.coverKey,
  contentType: revisions.contentType,
  categoryId: revisions.categoryId,
  mediaAlt: revisions.mediaAlt,
  appliesTo: revisions.appliesTo,
  language: revisions.language,
  languageGiven: revisions.languageGiven,
  pictures: picturesOfText,
  captions: captionsOfRevision,
  chapters: revisions.chapters,
  noSpeech: revisions.noSpeech,
  embed: revisions.embed,
};

/** The content of an item's published revision; null if there is none. */
export async function publishedFacts(db: Queries, contentId: number) {
  const [row] = await db
    .select({
      ...revisionFacts,
      authorId: content.authorId,
      mediaSha256: media.sha256,
      posterSha256: poster.sha256,
    })
    .from(content)
    .innerJoin(revisions, eq(revisions.id, content.publishedRevisionId))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(eq(content.id, contentId))
    .limit(1);
  return row ?? null;
}
