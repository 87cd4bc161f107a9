import { readingLimits } from "@cairn/contract";
import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literal } from "../../db/fragments.ts";
import { readItems, savedItems, users } from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";

/** A part of a list that is ordered by (time desc, id desc). */
interface Part {
  readonly after: Position | null;
  readonly limit: number;
}

/** Saves a published item, unless the member has `most` others; one that is saved already keeps its time. */
export async function insertSaved(
  tx: Transaction,
  { userId, contentId, at, most }: { userId: number; contentId: number; at: Date; most: number },
): Promise<boolean> {
  // Two calls of one member at once would both find room.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const kept = await tx.execute(sql`
    with known as (select from saved_items where user_id = ${userId} and content_id = ${contentId}),
      added as (
        insert into saved_items (user_id, content_id, saved_at)
        select ${userId}, ${contentId}, ${at}
        where not exists (select from known)
          and (select count(*) from saved_items where user_id = ${userId}) < ${most}
        returning 1)
    select from known union all select from added`);
  return kept.rows.length > 0;
}

/** Whether it was saved. */
export async function deleteSaved(tx: Transaction, userId: number, contentId: number): Promise<boolean> {
  const gone = await tx
    .delete(savedItems)
    .where(and(eq(savedItems.userId, userId), eq(savedItems.contentId, contentId)))
    .returning({ id: savedItems.contentId });
  return gone.length > 0;
}

const after = (time: SQL | typeof savedItems.savedAt | typeof readItems.readAt, id: SQL, part: Part) =>
  part.after ? sql`(${time}, ${id}) < (${part.after.at}, ${part.after.id})` : undefined;

export const savedOf = (db: Queries, userId: number, part: Part) =>
  db
    .select({ id: savedItems.contentId, at: savedItems.savedAt })
    .from(savedItems)
    .where(and(eq(savedItems.userId, userId), after(savedItems.savedAt, sql`${savedItems.contentId}`, part)))
    .orderBy(desc(savedItems.savedAt), desc(savedItems.contentId))
    .limit(part.limit);

const place = {
  id: readItems.contentId,
  at: readItems.readAt,
  position: readItems.position,
  seconds: readItems.seconds,
};

export const readOf = (db: Queries, userId: number, part: Part) =>
  db
    .select(place)
    .from(readItems)
    .where(and(eq(readItems.userId, userId), after(readItems.readAt, sql`${readItems.contentId}`, part)))
    .orderBy(desc(readItems.readAt), desc(readItems.contentId))
    .limit(part.limit);
export type ReadRow = Awaited<ReturnType<typeof readOf>>[number];

export const unfinishedOf = (db: Queries, userId: number, limit: number) =>
  db
    .select(place)
    .from(readItems)
    .where(and(eq(readItems.userId, userId), lt(readItems.position, literal(readingLimits.finishedFrom))))
    .orderBy(desc(readItems.readAt), desc(readItems.contentId))
    .limit(limit);

export async function placeIn(db: Queries, userId: number, contentId: number): Promise<ReadRow | null> {
  const [row] = await db
    .select(place)
    .from(readItems)
    .where(and(eq(readItems.userId, userId), eq(readItems.contentId, contentId)))
    .limit(1);
  return row ?? null;
}

interface Place {
  readonly userId: number;
  readonly contentId: number;
  readonly position: number;
  readonly seconds: number | null;
  readonly at: Date;
}

/**
 * Keeps where a member is, if they keep a history: the lock lets nothing be kept once it is switched off. Of more than
 * `most` items the oldest are forgotten.
 */
export async function writePlace(tx: Transaction, place: Place, most: number): Promise<boolean> {
  const { userId, contentId, position, seconds, at } = place;
  const { rows } = await tx.execute<{ is_new: boolean }>(sql`
    insert into read_items (user_id, content_id, position, seconds, read_at)
    select id, ${contentId}, ${position}, ${seconds}, ${at} from users where id = ${userId} and keeps_history for share
    on conflict (user_id, content_id) do update
      set position = excluded.position, seconds = excluded.seconds, read_at = excluded.read_at
    returning xmax = 0 as is_new`);
  if (rows[0]?.is_new) await forgetBeyond(tx, userId, most);
  return rows.length > 0;
}

async function forgetBeyond(tx: Transaction, userId: number, most: number): Promise<void> {
  const oldest = tx
    .select({ id: readItems.contentId })
    .from(readItems)
    .where(eq(readItems.userId, userId))
    .orderBy(desc(readItems.readAt), desc(readItems.contentId))
    .offset(most);
  await tx.delete(readItems).where(and(eq(readItems.userId, userId), inArray(readItems.contentId, oldest)));
}

/** @returns how many items were forgotten. */
export async function forgetPlaces(tx: Queries, userId: number, contentId?: number): Promise<number> {
  const gone = await tx
    .delete(readItems)
    .where(
      and(
        eq(readItems.userId, userId),
        contentId === undefined ? undefined : eq(readItems.contentId, contentId),
      ),
    )
    .returning({ id: readItems.contentId });
  return gone.length;
}

export async function keepsHistory(db: Queries, userId: number): Promise<boolean> {
  const [row] = await db.select({ on: users.keepsHistory }).from(users).where(eq(users.id, userId)).limit(1);
  return row?.on ?? false;
}

export async function setKeepsHistory(tx: Transaction, userId: number, on: boolean): Promise<void> {
  await tx.update(users).set({ keepsHistory: on }).where(eq(users.id, userId));
}
