import type { Category } from "@cairn/contract";
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { categories, content } from "../../db/schema.ts";

const columns = {
  id: categories.id,
  name: categories.name,
  description: categories.description,
  posts: categories.posts,
  interval_days: categories.intervalDays,
};

/** Fails with the constraint categories_name_unique when a living category has this name in any case. */
export async function addCategory(
  tx: Transaction,
  draft: { name: string; description: string; createdAt: Date },
) {
  const [row] = await tx.insert(categories).values(draft).returning(columns);
  if (!row) throw new Error("insert returned no row");
  return row;
}

/** Locks those of these categories that are not deleted, in the order of their ids. */
export async function lockCategories(tx: Transaction, ids: readonly number[]) {
  return tx
    .select(columns)
    .from(categories)
    .where(and(inArray(categories.id, [...ids]), isNull(categories.deletedAt)))
    .orderBy(asc(categories.id))
    .for("update");
}

/** Fails with the constraint categories_name_unique when another living category has this name in any case. */
export async function updateCategory(
  tx: Transaction,
  id: number,
  change: { name: string; description: string; intervalDays: Category["interval_days"] },
) {
  const [row] = await tx.update(categories).set(change).where(eq(categories.id, id)).returning(columns);
  if (!row) throw new Error(`category ${id} went while it was locked`);
  return row;
}

/**
 * Whether an item that is not removed has its published, waiting or latest revision in this category, or in a category
 * that was moved into it.
 */
export async function hasItems(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from categories
    join revisions on revisions.category_id = categories.id
    join content on content.id = revisions.content_id
    where (categories.id = ${id} or categories.moved_to = ${id}) and content.status <> 'Removed'
      and (revisions.id in (content.published_revision_id, content.desk_revision_id)
        or revisions.number = content.latest_revision)
    limit 1`);
  return rows.length > 0;
}

/**
 * The row stays, because revisions refer to it. Its items show the target category from now on. The copies of the
 * category id in `content` are updated here directly, because the trigger would index every text again.
 */
export async function closeCategory(
  tx: Transaction,
  { id, posts }: { id: number; posts: number },
  movedTo: number | null,
  at: Date,
): Promise<void> {
  await tx.update(categories).set({ movedTo }).where(eq(categories.movedTo, id));
  await tx.update(categories).set({ deletedAt: at, movedTo, posts: 0 }).where(eq(categories.id, id));
  if (movedTo === null) return;
  await tx
    .update(categories)
    .set({ posts: sql`${categories.posts} + ${posts}` })
    .where(eq(categories.id, movedTo));
  await tx
    .update(content)
    .set({
      publishedCategoryId: moved(content.publishedCategoryId, id, movedTo),
      deskCategoryId: moved(content.deskCategoryId, id, movedTo),
    })
    .where(or(eq(content.publishedCategoryId, id), eq(content.deskCategoryId, id)));
}

const moved = (
  column: typeof content.publishedCategoryId | typeof content.deskCategoryId,
  from: number,
  to: number,
) => sql<number>`case when ${column} = ${from}::bigint then ${to}::bigint else ${column} end`;
