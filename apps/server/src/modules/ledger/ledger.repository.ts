import { desc, eq, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { content, ledger, users } from "../../db/schema.ts";
import { genesisHash, hashEntry, type LedgerEntry } from "./ledger-hash.ts";

/** The advisory lock's key: any number that nothing else in Cairn uses. */
const chainLock = 7_233_001;

export type NewDecision = Omit<LedgerEntry, "seq" | "previousHash"> & { revisionId: number };

/** Appends a decision to the chain and answers its row number. Holds the writer lock until the transaction ends. */
export async function appendToLedger(tx: Transaction, entry: NewDecision): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(chainLock))})`);
  const last = await newestRow(tx);
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? genesisHash;
  const hash = hashEntry({ ...entry, seq, previousHash });
  await tx.insert(ledger).values({ ...entry, seq, previousHash, hash });
  return seq;
}

const decision = {
  seq: ledger.seq,
  contentId: ledger.contentId,
  revisionNumber: ledger.revisionNumber,
  decision: ledger.decision,
  reviewerId: ledger.reviewerId,
  reviewerName: users.name,
  reviewerRole: users.role,
  reason: ledger.reason,
  decidedAt: ledger.decidedAt,
  revisionHash: ledger.revisionHash,
  mediaHash: ledger.mediaHash,
  previousHash: ledger.previousHash,
  hash: ledger.hash,
  revisionId: ledger.revisionId,
  authorId: content.authorId,
  publishedRevisionId: content.publishedRevisionId,
};

/** An item's decisions, newest first. There are only a few; the limit is a safeguard. */
export async function decisionsAbout(db: Queries, contentId: number) {
  return db
    .select(decision)
    .from(ledger)
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .innerJoin(content, eq(content.id, ledger.contentId))
    .where(eq(ledger.contentId, contentId))
    .orderBy(desc(ledger.seq))
    .limit(200);
}
export type DecisionRow = Awaited<ReturnType<typeof decisionsAbout>>[number];

/** All decisions before row `before`, newest first, with the titles of items that are public. */
export async function latestDecisions(db: Queries, before: number | null, limit: number) {
  return db
    .select({ ...decision, title: content.publishedTitle })
    .from(ledger)
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .innerJoin(content, eq(content.id, ledger.contentId))
    .where(before === null ? undefined : lt(ledger.seq, before))
    .orderBy(desc(ledger.seq))
    .limit(limit);
}

const headFacts = { seq: ledger.seq, hash: ledger.hash, contentId: ledger.contentId };

/** The end of the chain; null before the first decision. */
export async function newestRow(db: Queries) {
  const [row] = await db.select(headFacts).from(ledger).orderBy(desc(ledger.seq)).limit(1);
  return row ?? null;
}

export async function rowOf(db: Queries, seq: number) {
  const [row] = await db.select(headFacts).from(ledger).where(eq(ledger.seq, seq)).limit(1);
  return row ?? null;
}
