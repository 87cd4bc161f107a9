import type { Category } from "@cairn/contract";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { categories } from "../../db/schema.ts";

const columns = {
  id: categories.id,
  name: categories.name,
  description: categories.description,
  posts: categories.posts,
  interval_days: categories.intervalDays,
};

/** A school has a handful of categories: the limit is a safeguard, not a page size. */
export const allCategories = (db: Queries): Promise<Category[]> =>
  db
    .select(columns)
    .from(categories)
    .where(isNull(categories.deletedAt))
    .orderBy(asc(categories.id))
    .limit(500);

/** Whether the category exists. Locks it until the transaction ends, so that a deletion has to wait. */
export async function holdCategory(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.id, id), isNull(categories.deletedAt)))
    .for("key share");
  return rows.length > 0;
}

export async function findCategory(db: Queries, id: number): Promise<Category | null> {
  const [row] = await db
    .select(columns)
    .from(categories)
    .where(and(eq(categories.id, id), isNull(categories.deletedAt)))
    .limit(1);
  return row ?? null;
}
