import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { notifications, pushSubscriptions, users } from "../../db/schema.ts";

export interface NewSubscription {
  readonly userId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
}

/**
 * Replaces the session's former subscription, and another session's with this address. Beyond `most` the oldest of the
 * member's are deleted.
 */
export async function replaceSubscription(
  tx: Transaction,
  subscription: NewSubscription,
  most: number,
): Promise<void> {
  const { userId, sessionId, endpoint } = subscription;
  // Two calls of one member at once would both find room.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        or(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpoint, endpoint)),
        or(ne(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
      ),
    );
  await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...subscription, failures: 0 } });
  const oldest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(sql`${pushSubscriptions.createdAt} desc, ${pushSubscriptions.id} desc`)
    .offset(most);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest));
}

export async function deleteSubscriptionOf(db: Queries, userId: number, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

export async function deleteSubscription(db: Queries, id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** The devices of these members. */
export const devicesOf = (tx: Transaction, userIds: readonly number[]) =>
  tx
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
    })
    .from(pushSubscriptions)
    .where(sql`${pushSubscriptions.userId} = any(${sql.param([...userIds])}::bigint[])`)
    .orderBy(pushSubscriptions.id);

/** A notice for a device; null if the device is gone, or the notice withdrawn. */
export async function findPush(db: Queries, notificationId: number, subscriptionId: number) {
  const [push] = await db
    .select({
      notificationId: notifications.id,
      subscriptionId: pushSubscriptions.id,
      sessionId: pushSubscriptions.sessionId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      failures: pushSubscriptions.failures,
      message: notifications.message,
      subMessage: notifications.subMessage,
      url: notifications.url,
    })
    .from(pushSubscriptions)
    .innerJoin(notifications, eq(notifications.id, notificationId))
    .where(eq(pushSubscriptions.id, subscriptionId));
  return push ?? null;
}
export type FoundPush = NonNullable<Awaited<ReturnType<typeof findPush>>>;

/** `failures`: pushes given up since the last one that was taken. */
export async function noteFailures(db: Queries, subscriptionId: number, failures: number): Promise<void> {
  await db.update(pushSubscriptions).set({ failures }).where(eq(pushSubscriptions.id, subscriptionId));
}
