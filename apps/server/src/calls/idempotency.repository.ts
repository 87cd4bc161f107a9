import { and, eq, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../db/database.ts";
import { idempotencyKeys } from "../db/schema.ts";

/** A call as its sender identifies it. */
export interface KeyedCall {
  readonly userId: number;
  readonly key: string;
  readonly hash: Buffer;
}

const named = ({ userId, key }: KeyedCall) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/**
 * Claims the key for this call, unless a call after `expired` has it. Waits for an open transaction that claims the
 * same key, because its outcome decides.
 */
export async function claimKey(tx: Transaction, call: KeyedCall, now: Date, expired: Date): Promise<boolean> {
  const claim = { callHash: call.hash, status: null, answer: null, createdAt: now };
  const rows = await tx
    .insert(idempotencyKeys)
    .values({ userId: call.userId, key: call.key, ...claim })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: claim,
      setWhere: lt(idempotencyKeys.createdAt, expired),
    })
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

export async function storeAnswer(
  tx: Transaction,
  call: KeyedCall,
  status: number,
  answer: string,
): Promise<void> {
  await tx.update(idempotencyKeys).set({ status, answer }).where(named(call));
}

export async function findAnswer(tx: Transaction, call: KeyedCall) {
  const { callHash, status, answer } = idempotencyKeys;
  const [row] = await tx
    .select({ callHash, status, answer })
    .from(idempotencyKeys)
    .where(named(call))
    .limit(1);
  return row ?? null;
}

/** Locks them first, by member: two sweeps at once change the members' storage one after the other. */
export async function deleteKeysBefore(db: Queries, time: Date): Promise<void> {
  await db.execute(sql`
    with expired as (
      select user_id, key from idempotency_keys where created_at < ${time} order by user_id, key for update)
    delete from idempotency_keys using expired
    where idempotency_keys.user_id = expired.user_id and idempotency_keys.key = expired.key`);
}
