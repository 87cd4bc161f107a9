import { desc, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { ledger, users } from "../../db/schema.ts";
import { genesisHash, hashEntry, type LedgerEntry } from "./ledger-hash.ts";

/** Any number will do, as long as nothing else in Cairn locks it. */
const chainLock = 7_233_001;

type NewEntry = Omit<LedgerEntry, "seq" | "previousHash"> & { revisionId: number };

/** Appends a decision to the chain and answers its number. One writer at a time, until the transaction ends. */
export async function appendToLedger(tx: Transaction, entry: NewEntry): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(chainLock))})`);
  const [last] = await tx
    .select({ seq: ledger.seq, hash: ledger.hash })
    .from(ledger)
    .orderBy(desc(ledger.seq))
    .limit(1);
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? genesisHash;
  const hash = hashEntry({ ...entry, seq, previousHash });
  await tx.insert(ledger).values({ ...entry, seq, previousHash, hash });
  return seq;
}

/** An item's decisions, newest first. Few by nature; the limit is a guard. */
export async function decisionsAbout(db: Queries, contentId: number) {
  return db
    .select({
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
    })
    .from(ledger)
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .where(eq(ledger.contentId, contentId))
    .orderBy(desc(ledger.seq))
    .limit(200);
}
export type DecisionRow = Awaited<ReturnType<typeof decisionsAbout>>[number];
