import { readingLimits } from "@cairn/contract";
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { content, readItems, series, seriesItems, users } from "../../db/schema.ts";
import { tellReaders } from "../../db/tell.ts";
import type { Source } from "../../events/changes.ts";
import type { Position } from "../../lib/cursor.ts";

const columns = {
  id: series.id,
  title: series.title,
  description: series.description,
  authorId: series.authorId,
  authorName: users.name,
  createdAt: series.createdAt,
  items: series.items,
  publicItems: series.publicItems,
};

const rows = (db: Queries) => db.select(columns).from(series).innerJoin(users, eq(users.id, series.authorId));
export type SeriesRow = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

export async function findSeries(db: Queries, id: number): Promise<SeriesRow | null> {
  const [row] = await rows(db).where(eq(series.id, id)).limit(1);
  return row ?? null;
}

/** Newest first. */
export function pageOfSeries(
  db: Queries,
  {
    authorId,
    publicOnly,
    after,
    limit,
  }: { authorId?: number | undefined; publicOnly: boolean; after: Position | null; limit: number },
): Promise<SeriesRow[]> {
  return rows(db)
    .where(
      and(
        authorId === undefined ? undefined : eq(series.authorId, authorId),
        publicOnly ? gt(series.publicItems, 0) : undefined,
        after ? sql`(${series.createdAt}, ${series.id}) < (${after.at}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(series.createdAt), desc(series.id))
    .limit(limit);
}

/** Ids of its items, or of the published ones, in their order. */
export async function itemsOfSeries(db: Queries, id: number, publicOnly: boolean): Promise<number[]> {
  const found = await db
    .select({ id: seriesItems.contentId })
    .from(seriesItems)
    .where(and(eq(seriesItems.seriesId, id), publicOnly ? isNotNull(seriesItems.publicPosition) : undefined))
    .orderBy(asc(seriesItems.position));
  return found.map((row) => row.id);
}

/** Ids of its published items that a member has read to the end, in their order. */
export async function finishedInSeries(db: Queries, id: number, userId: number): Promise<number[]> {
  const found = await db
    .select({ id: seriesItems.contentId })
    .from(seriesItems)
    .innerJoin(readItems, and(eq(readItems.contentId, seriesItems.contentId), eq(readItems.userId, userId)))
    .where(
      and(
        eq(seriesItems.seriesId, id),
        isNotNull(seriesItems.publicPosition),
        gte(readItems.position, readingLimits.finishedFrom),
      ),
    )
    .orderBy(asc(seriesItems.publicPosition));
  return found.map((row) => row.id);
}

/** The author's oldest series of this title. */
export async function findSeriesByTitle(
  tx: Transaction,
  authorId: number,
  title: string,
): Promise<number | null> {
  const [row] = await tx
    .select({ id: series.id })
    .from(series)
    .where(and(eq(series.authorId, authorId), eq(series.title, title)))
    .orderBy(asc(series.id))
    .limit(1);
  return row?.id ?? null;
}

export async function countOfSeries(db: Queries, authorId: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(series).where(eq(series.authorId, authorId));
  return row?.total ?? 0;
}

export async function insertSeries(
  tx: Transaction,
  facts: Pick<typeof series.$inferInsert, "authorId" | "title" | "description" | "createdAt">,
): Promise<number> {
  const [row] = await tx.insert(series).values(facts).returning({ id: series.id });
  if (!row) throw new Error("insert returned no row");
  await settle(tx, row.id);
  return row.id;
}

/** Locks those of the items that this author may put into a series: own ones that are not removed. Returns their ids. */
export async function lockOwnItems(
  tx: Transaction,
  authorId: number,
  ids: readonly number[],
): Promise<number[]> {
  // Before the series' own lock, as every writer of items takes them, and in one order.
  const found = await tx
    .select({ id: content.id })
    .from(content)
    .where(
      and(
        inArray(content.id, [...ids]),
        eq(content.authorId, authorId),
        isNull(content.withdrawnAt),
        sql`${content.status} <> 'Removed'`,
      ),
    )
    .orderBy(asc(content.id))
    .for("key share");
  return found.map((row) => row.id);
}

/** The series, locked until the transaction ends. */
export async function lockSeries(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: series.id,
      authorId: series.authorId,
      items: series.items,
      publicItems: series.publicItems,
    })
    .from(series)
    .where(eq(series.id, id))
    .for("update");
  return row ?? null;
}

export async function renameSeries(
  tx: Transaction,
  id: number,
  words: { title?: string; description?: string },
): Promise<void> {
  if (Object.keys(words).length > 0) await tx.update(series).set(words).where(eq(series.id, id));
  await settle(tx, id);
}

/** Gives the series these items, in this order; they leave the series that they were in. */
export async function arrangeItems(
  tx: Transaction,
  id: number,
  contentIds: readonly number[],
): Promise<void> {
  const ids = [...contentIds];
  const dropped = await tx
    .delete(seriesItems)
    .where(
      and(eq(seriesItems.seriesId, id), ids.length > 0 ? notInArray(seriesItems.contentId, ids) : undefined),
    )
    .returning({ id: seriesItems.contentId });
  const former = ids.length === 0 ? [] : await seriesOf(tx, ids);
  if (ids.length > 0) {
    await tx
      .insert(seriesItems)
      .values(ids.map((contentId, index) => ({ contentId, seriesId: id, position: index + 1 })))
      .onConflictDoUpdate({
        target: seriesItems.contentId,
        set: {
          seriesId: sql`excluded.series_id`,
          position: sql`excluded.position`,
          publicPosition: null,
        },
      });
  }
  await tellItems(
    tx,
    dropped.map((row) => row.id),
  );
  await settleAll(tx, [...former, id]);
}

/** Puts an item at the end of a series; null: into none. Returns whether that changed anything. */
export async function placeItem(
  tx: Transaction,
  contentId: number,
  seriesId: number | null,
): Promise<boolean> {
  const [former] = await seriesOf(tx, [contentId]);
  if ((former ?? null) === seriesId) return false;
  await tx.delete(seriesItems).where(eq(seriesItems.contentId, contentId));
  if (seriesId !== null) {
    const position = sql<number>`(select coalesce(max(last.position), 0) + 1 from ${seriesItems} last
      where last.series_id = ${seriesId})`;
    await tx.insert(seriesItems).values({ contentId, seriesId, position: position as unknown as number });
  }
  await tellItems(tx, [contentId]);
  await settleAll(tx, [former ?? null, seriesId]);
  return true;
}

export async function deleteSeriesRow(tx: Transaction, id: number): Promise<void> {
  await arrangeItems(tx, id, []);
  await tx.delete(series).where(eq(series.id, id));
}

async function seriesOf(tx: Transaction, contentIds: readonly number[]): Promise<number[]> {
  const found = await tx
    .selectDistinct({ id: seriesItems.seriesId })
    .from(seriesItems)
    .where(inArray(seriesItems.contentId, [...contentIds]));
  return found.map((row) => row.id);
}

/** In one order, so that two writers cannot wait for each other. */
async function settleAll(tx: Transaction, ids: readonly (number | null)[]): Promise<void> {
  const known = [...new Set(ids)].filter((id) => id !== null).sort((one, other) => one - other);
  for (const id of known) await settle(tx, id);
}

const settle = (tx: Transaction, id: number) => tx.execute(sql`select settle_series(${id})`);

const tellItems = (tx: Transaction, ids: readonly number[]) =>
  tellReaders(
    tx,
    ids.map((id): Source => `item:${id}`),
  );
