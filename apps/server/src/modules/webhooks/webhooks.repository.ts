import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { webhookDeliveries, webhooks } from "../../db/schema.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type NewWebhook = Pick<WebhookRow, "url" | "events" | "sealedSecret" | "createdAt">;

export const allWebhooks = (db: Queries, most: number): Promise<WebhookRow[]> =>
  db.select().from(webhooks).orderBy(asc(webhooks.id)).limit(most);

export async function findWebhook(db: Queries, id: number): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return row ?? null;
}

/** null if there are `most` already. */
export async function insertWebhook(
  tx: Transaction,
  webhook: NewWebhook,
  most: number,
): Promise<WebhookRow | null> {
  // Two admins at once would both find room.
  await tx.execute(sql`lock table webhooks in share row exclusive mode`);
  if ((await allWebhooks(tx, most)).length >= most) return null;
  const [row] = await tx.insert(webhooks).values(webhook).returning();
  return row ?? null;
}

export async function updateWebhook(
  db: Queries,
  id: number,
  change: Partial<Pick<WebhookRow, "url" | "events" | "isOn" | "failingSince">>,
): Promise<WebhookRow | null> {
  const [row] = await db.update(webhooks).set(change).where(eq(webhooks.id, id)).returning();
  return row ?? null;
}

export async function deleteWebhook(db: Queries, id: number): Promise<boolean> {
  const rows = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id });
  return rows.length > 0;
}

interface NewDelivery {
  readonly event: DeliveryRow["event"];
  readonly body: string;
  readonly createdAt: Date;
  readonly giveUpAt: Date;
}

interface Added extends Record<string, unknown> {
  readonly id: number;
  readonly webhookId: number;
}

/** A delivery to each webhook that is on and wants the event. */
export async function insertDeliveries(
  tx: Queries,
  { event, body, createdAt, giveUpAt }: NewDelivery,
): Promise<Added[]> {
  const { rows } = await tx.execute<Added>(sql`
    insert into webhook_deliveries (webhook_id, message_id, event, body, created_at, give_up_at)
    select id, gen_random_uuid(), ${event}::text, ${body}::text, ${createdAt}::timestamptz, ${giveUpAt}::timestamptz
    from webhooks where is_on and ${event} = any(events) order by id
    returning id::float8 as id, webhook_id::float8 as "webhookId"`);
  return rows;
}

export async function insertDelivery(
  tx: Transaction,
  webhookId: number,
  delivery: NewDelivery,
): Promise<DeliveryRow> {
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({ webhookId, messageId: sql`gen_random_uuid()`, ...delivery })
    .returning();
  if (!row) throw new Error("a delivery was not stored");
  return row;
}

/** A webhook's deliveries, the newest first, from those before `before`. */
export const deliveriesOf = (
  db: Queries,
  webhookId: number,
  before: number | null,
  limit: number,
): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        before === null ? undefined : lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);

const isWaiting = and(isNull(webhookDeliveries.sentAt), isNull(webhookDeliveries.failedAt));

/** A delivery that waits, with its webhook; null if it was settled, or is gone. */
export async function findWaiting(db: Queries, id: number) {
  const [row] = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, id), isWaiting));
  return row ?? null;
}

type Outcome = Pick<DeliveryRow, "status" | "error"> & Partial<Pick<DeliveryRow, "sentAt" | "failedAt">>;

/** What came of an attempt. */
export async function noteAttempt(db: Queries, id: number, outcome: Outcome): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...outcome, attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(and(eq(webhookDeliveries.id, id), isWaiting));
}

/** Makes a delivery wait again, until `giveUpAt`; null if the webhook has no such delivery. */
export async function restartDelivery(
  tx: Transaction,
  { id, webhookId, giveUpAt }: Pick<DeliveryRow, "id" | "webhookId" | "giveUpAt">,
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ sentAt: null, failedAt: null, giveUpAt })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)))
    .returning();
  return row ?? null;
}

/** Every attempt fails since the first time that this is called without a success in between. @returns since when */
export async function noteFailing(db: Queries, id: number, now: Date): Promise<Date> {
  const [row] = await db
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${now}::timestamptz)` })
    .where(eq(webhooks.id, id))
    .returning({ failingSince: webhooks.failingSince });
  return row?.failingSince ?? now;
}

export async function noteArrival(db: Queries, id: number): Promise<void> {
  await db
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, id), isNotNull(webhooks.failingSince)));
}

/** Deletes deliveries from before `before`, and of each webhook all but the newest `most`. */
export async function deleteOldDeliveries(db: Queries, before: Date, most: number): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
  await db.execute(sql`
    delete from webhook_deliveries using webhooks, lateral (
      select id from webhook_deliveries kept where kept.webhook_id = webhooks.id order by id desc offset ${most} limit 1
    ) newest
    where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.id <= newest.id`);
}
