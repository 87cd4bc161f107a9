import { and, asc, eq, inArray, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { dueSenders } from "../../db/due-senders.ts";
import { notifications, pushes, pushSubscriptions, users } from "../../db/schema.ts";
import { notify } from "../../db/tell.ts";

export interface NewSubscription {
  readonly userId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
}

/**
 * Replaces the session's former subscription, and another session's with this address together with its pushes. Beyond
 * `most` the oldest of the member's are deleted.
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

/** What is queued for the devices of several members. */
export interface PushedNotice {
  readonly notificationId: number;
  /** In whose turn it is sent. */
  readonly sender: string;
  readonly userIds: readonly number[];
  readonly usefulUntil: Date;
}

export async function insertPushes(
  tx: Transaction,
  { notificationId, sender, userIds, usefulUntil }: PushedNotice,
  dueAt: Date,
): Promise<void> {
  // The lock passes over devices that are being deleted.
  await tx.execute(sql`
    with devices as (
      select id from push_subscriptions where user_id = any(${sql.param([...userIds])}::bigint[])
      order by id for key share)
    insert into pushes (subscription_id, notification_id, sender, due_at, give_up_at)
    select id, ${notificationId}, ${sender}, ${dueAt}, ${usefulUntil} from devices
    on conflict do nothing`);
  await notify(tx, "pushes");
}

/** Those in whose turns pushes are due, at most `most`. */
export const sendersOfPushes = (db: Queries, now: Date, most: number): Promise<string[]> =>
  dueSenders(db, sql`pushes`, now, most);

/** Pushes that wait although they are due. */
interface Held {
  readonly userIds: readonly number[];
  /** Of push services, with their ports. */
  readonly hosts: readonly string[];
}

const serviceOf = sql`split_part(${pushSubscriptions.endpoint}, '/', 3)`;

/**
 * Takes the sender's push that has been due longest out of the queue, for this caller alone; null if none is due but
 * those that are held. A single statement that skips rows which another instance is taking.
 */
export async function takePush(db: Queries, sender: string, now: Date, { userIds, hosts }: Held) {
  const next = db
    .select({ id: pushes.id })
    .from(pushes)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
    .where(
      and(
        eq(pushes.sender, sender),
        lte(pushes.dueAt, now),
        notInArray(pushSubscriptions.userId, [...userIds]),
        notInArray(serviceOf, [...hosts]),
      ),
    )
    .orderBy(asc(pushes.dueAt), asc(pushes.id))
    .limit(1)
    .for("update", { of: pushes, skipLocked: true });
  const taken = db.$with("taken").as(db.delete(pushes).where(eq(pushes.id, next)).returning());
  const [row] = await db
    .with(taken)
    .select({
      notificationId: taken.notificationId,
      subscriptionId: taken.subscriptionId,
      sender: taken.sender,
      tries: taken.tries,
      giveUpAt: taken.giveUpAt,
      userId: pushSubscriptions.userId,
      sessionId: pushSubscriptions.sessionId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      failures: pushSubscriptions.failures,
      message: notifications.message,
      subMessage: notifications.subMessage,
      url: notifications.url,
    })
    .from(taken)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, taken.subscriptionId))
    .innerJoin(notifications, eq(notifications.id, taken.notificationId));
  return row ?? null;
}
export type TakenPush = NonNullable<Awaited<ReturnType<typeof takePush>>>;

/** Puts a push back that its push service did not take; nothing if the device is gone, or the notice withdrawn. */
export async function putBack(
  db: Queries,
  { subscriptionId, notificationId, sender, tries, giveUpAt }: TakenPush,
  dueAt: Date,
): Promise<void> {
  await db.execute(sql`
    insert into pushes (subscription_id, notification_id, sender, tries, due_at, give_up_at)
    select push_subscriptions.id, notifications.id, ${sender}, ${tries + 1}::smallint, ${dueAt}, ${giveUpAt}
    from push_subscriptions, notifications
    where push_subscriptions.id = ${subscriptionId} and notifications.id = ${notificationId} for key share
    on conflict do nothing`);
  await notify(db, "pushes");
}

/** `failures`: pushes given up since the last one that was taken. */
export async function noteFailures(db: Queries, subscriptionId: number, failures: number): Promise<void> {
  await db.update(pushSubscriptions).set({ failures }).where(eq(pushSubscriptions.id, subscriptionId));
}
