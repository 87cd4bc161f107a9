import { eq, or, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { content, media, revisions } from "../../db/schema.ts";

export type StoredMedia = typeof media.$inferSelect;

export async function findMedia(db: Queries, key: string): Promise<StoredMedia | null> {
  const [row] = await db.select().from(media).where(eq(media.key, key)).limit(1);
  return row ?? null;
}

export async function insertMedia(db: Queries, row: typeof media.$inferInsert): Promise<void> {
  await db.insert(media).values(row).onConflictDoNothing();
}

/** Whether a revision that readers are served shows this file. */
export async function isPublishedMedia(db: Queries, key: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(revisions)
    .innerJoin(content, eq(content.publishedRevisionId, revisions.id))
    .where(or(eq(revisions.mediaKey, key), eq(revisions.posterKey, key)))
    .limit(1);
  return rows.length > 0;
}
