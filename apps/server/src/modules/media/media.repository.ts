import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { content, media, revisions, users } from "../../db/schema.ts";

export type StoredMedia = typeof media.$inferSelect;

/** The file stored under `key`; null also if it was erased. */
export async function findMedia(db: Queries, key: string): Promise<StoredMedia | null> {
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.key, key), isNull(media.erasedAt)))
    .limit(1);
  return row ?? null;
}

export async function insertMedia(db: Queries, row: typeof media.$inferInsert): Promise<void> {
  await db.insert(media).values(row).onConflictDoNothing();
}

/** Whether everyone may see this file: a published revision shows it, or it is a profile picture. */
export async function isPublishedMedia(db: Queries, key: string): Promise<boolean> {
  const shown = await db
    .select({ one: sql`1` })
    .from(revisions)
    // Joins by the item's id too: no index finds an item by its published revision alone.
    .innerJoin(
      content,
      and(eq(content.id, revisions.contentId), eq(content.publishedRevisionId, revisions.id)),
    )
    .where(or(eq(revisions.mediaKey, key), eq(revisions.posterKey, key)))
    .limit(1);
  if (shown.length > 0) return true;
  const faces = await db
    .select({ one: sql`1` })
    .from(users)
    .where(or(eq(users.avatarKey, key), eq(users.avatarSmallKey, key)))
    .limit(1);
  return faces.length > 0;
}

/** Which of these names are keys of files to keep. */
export async function keptKeys(db: Queries, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ key: media.key })
    .from(media)
    .where(and(inArray(media.key, [...names]), isNull(media.erasedAt)));
  return new Set(rows.map(({ key }) => key));
}

/** Files after `key` in the order of their keys, each with its hash. */
export async function namedMedia(db: Queries, after: string, limit: number) {
  return db
    .select({ key: media.key, sha256: media.sha256 })
    .from(media)
    .where(and(gt(media.key, after), isNull(media.erasedAt)))
    .orderBy(asc(media.key))
    .limit(limit);
}

export async function deleteMedia(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(media).where(inArray(media.key, [...keys]));
}

/** Marks the files of an item as erased, except those that a decision or another item quotes; answers their keys. */
export async function eraseUndecidedMedia(tx: Transaction, contentId: number, at: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update media set erased_at = ${at}
    where erased_at is null
      and key in (select unnest(array[media_key, poster_key]) from revisions where content_id = ${contentId})
      and not exists (
        select 1 from revisions
        where (revisions.media_key = media.key or revisions.poster_key = media.key)
          and (revisions.content_id <> ${contentId}
            or exists (select 1 from ledger
              where ledger.content_id = revisions.content_id and ledger.revision_id = revisions.id)))
    returning key`);
  return rows.map(({ key }) => key);
}

/** Deletes rows of this age that nothing refers to. */
export async function deleteUnusedMedia(db: Queries, after: Date, before: Date): Promise<void> {
  const nothingIn = (table: typeof revisions | typeof users, names: SQL | undefined) =>
    notExists(db.select({ one: sql`1` }).from(table).where(names));
  await db
    .delete(media)
    .where(
      and(
        gt(media.createdAt, after),
        lt(media.createdAt, before),
        nothingIn(revisions, eq(revisions.mediaKey, media.key)),
        nothingIn(revisions, eq(revisions.posterKey, media.key)),
        nothingIn(users, eq(users.avatarKey, media.key)),
        nothingIn(users, eq(users.avatarSmallKey, media.key)),
      ),
    );
}
