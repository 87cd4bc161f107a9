import { and, asc, eq, gt, inArray, isNull, lt, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import {
  content,
  media,
  revisionFiles,
  revisions,
  uploadPieces,
  users,
  workExports,
} from "../../db/schema.ts";
import { tellReaders } from "../../db/tell.ts";
import type { Source } from "../../events/changes.ts";
import { lockCounts } from "./storage.repository.ts";

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

/**
 * Whether everyone may see this file: a published revision shows it, or it is a profile picture. Ask for the picture
 * of which a file is a rendition.
 */
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
  const inTexts = await db
    .select({ one: sql`1` })
    .from(revisionFiles)
    .innerJoin(revisions, eq(revisions.id, revisionFiles.revisionId))
    .innerJoin(
      content,
      and(eq(content.id, revisions.contentId), eq(content.publishedRevisionId, revisions.id)),
    )
    .where(eq(revisionFiles.mediaKey, key))
    .limit(1);
  if (inTexts.length > 0) return true;
  const faces = await db
    .select({ one: sql`1` })
    .from(users)
    .where(or(eq(users.avatarKey, key), eq(users.avatarSmallKey, key)))
    .limit(1);
  return faces.length > 0;
}

/**
 * Whether an item with this file was flagged, removed or withdrawn after this moment. Ask for the picture of which a
 * file is a rendition.
 */
export async function isTakenDownSince(db: Queries, key: string, moment: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with shown as (
      select content_id from revisions where media_key = ${key} or poster_key = ${key}
      union
      select content_id from revision_files join revisions on revisions.id = revision_id
      where revision_files.media_key = ${key})
    select from shown join content on content.id = content_id
    where withdrawn_at > ${moment}
      or exists (select from ledger
        where ledger.content_id = content.id and decided_at > ${moment}
          and decision in ('flagged', 'removed', 'withdrawn'))
    limit 1`);
  return rows.length > 0;
}

/** Which of these files are there; the sweep leaves them alone until the transaction has ended. */
export async function holdFiles(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx
    .select({ key: media.key })
    .from(media)
    .where(and(inArray(media.key, [...keys]), isNull(media.erasedAt)))
    .for("key share");
  return new Set(rows.map(({ key }) => key));
}

/** Whether these bytes are a picture that was made for a text. */
export async function isMadePicture(db: Queries, sha256: Buffer): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(media)
    .where(and(eq(media.sha256, sha256), isNull(media.renditionOf), media.comesFirst, isNull(media.erasedAt)))
    .limit(1);
  return found.length > 0;
}

/** Which of these names are keys of files to keep. */
export async function keptKeys(db: Queries, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ key: media.key })
    .from(media)
    .where(and(inArray(media.key, [...names]), isNull(media.erasedAt)));
  const exported = await db
    .select({ key: workExports.key })
    .from(workExports)
    .where(inArray(workExports.key, [...names]));
  const pieces = await db
    .select({ key: uploadPieces.key })
    .from(uploadPieces)
    .where(inArray(uploadPieces.key, [...names]));
  return new Set([...rows, ...exported, ...pieces].flatMap(({ key }) => key ?? []));
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

/** Deletes the rows of these pictures' renditions; answers their keys. */
async function deleteRenditions(tx: Transaction, keys: string[]): Promise<string[]> {
  const gone = await tx.delete(media).where(inArray(media.renditionOf, keys)).returning({ key: media.key });
  return gone.map(({ key }) => key);
}

/**
 * Marks the files of an item as erased, except those that a decision or another item quotes, and deletes the rows of
 * their renditions; answers the keys of both.
 */
export async function eraseUndecidedMedia(tx: Transaction, contentId: number, at: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update media set erased_at = ${at}
    where erased_at is null
      and key in (
        select unnest(array[media_key, poster_key]) from revisions where content_id = ${contentId}
        union
        select shown.media_key from revision_files shown join revisions on revisions.id = shown.revision_id
        where content_id = ${contentId})
      and not exists (
        select 1 from revisions
        where (revisions.media_key = media.key or revisions.poster_key = media.key)
          and (revisions.content_id <> ${contentId}
            or exists (select 1 from ledger
              where ledger.content_id = revisions.content_id and ledger.revision_id = revisions.id)))
      and not exists (
        select 1 from revision_files shown join revisions on revisions.id = shown.revision_id
        where shown.media_key = media.key
          and (revisions.content_id <> ${contentId}
            or exists (select 1 from ledger
              where ledger.content_id = revisions.content_id and ledger.revision_id = revisions.id)))
    returning key`);
  const erased = rows.map(({ key }) => key);
  // A statement of its own: it sees what was added while the one above waited for a picture's row.
  return erased.length === 0 ? erased : [...erased, ...(await deleteRenditions(tx, erased))];
}

/** Empty `widths`: the picture cannot be read. false if it was erased, or its renditions are known already. */
export async function noteRenditions(
  tx: Transaction,
  key: string,
  { widths, colour }: { widths: readonly number[]; colour: string | null },
): Promise<boolean> {
  const noted = await tx
    .update(media)
    .set({ renditionWidths: [...widths], colour })
    .where(and(eq(media.key, key), isNull(media.erasedAt), isNull(media.renditionWidths)))
    .returning({ key: media.key });
  if (noted.length === 0) return false;
  const shown = await tx
    .selectDistinct({ id: revisions.contentId })
    .from(revisions)
    .where(or(eq(revisions.mediaKey, key), eq(revisions.posterKey, key)))
    .limit(101);
  await tellReaders(
    tx,
    shown.map(({ id }): Source => `item:${id}`),
  );
  return true;
}

/** Deletes rows of this age that nothing refers to, and those of their renditions. */
export async function deleteUnusedMedia(tx: Transaction, after: Date, before: Date): Promise<void> {
  const nothingIn = (table: typeof revisions | typeof users, names: SQL | undefined) =>
    notExists(tx.select({ one: sql`1` }).from(table).where(names));
  const unused = and(
    gt(media.createdAt, after),
    lt(media.createdAt, before),
    isNull(media.renditionOf),
    not(media.comesFirst),
    nothingIn(revisions, eq(revisions.mediaKey, media.key)),
    nothingIn(revisions, eq(revisions.posterKey, media.key)),
    nothingIn(users, eq(users.avatarKey, media.key)),
    nothingIn(users, eq(users.avatarSmallKey, media.key)),
  );
  const owners = await tx.selectDistinct({ id: media.ownerId }).from(media).where(unused);
  await lockCounts(tx, owners);
  await tx.delete(media).where(and(unused, ownedBy(owners)));
}

/** Nobody's count changes but those that are locked. */
const ownedBy = (owners: readonly { id: number | null }[]) =>
  or(
    isNull(media.ownerId),
    inArray(
      media.ownerId,
      owners.flatMap(({ id }) => id ?? []),
    ),
  );

/** Pictures and captions that one sweep deletes at most. */
const maxSwept = 500;

/**
 * Deletes pictures and captions of this age that no item has, and the rows of their smaller files. It locks them first: an
 * item that is being sent holds its files, and one that is sent later finds them gone.
 */
export async function deleteUnusedFirst(tx: Transaction, after: Date, before: Date): Promise<void> {
  const unused = notExists(
    tx.select({ one: sql`1` }).from(revisionFiles).where(eq(revisionFiles.mediaKey, media.key)),
  );
  const old = and(gt(media.createdAt, after), lt(media.createdAt, before), media.comesFirst, unused);
  const locked = await tx
    .select({ key: media.key, id: media.ownerId })
    .from(media)
    .where(old)
    .limit(maxSwept)
    .for("update", { skipLocked: true });
  if (locked.length === 0) return;
  await lockCounts(tx, locked);
  // A statement of its own: it sees the texts that were committed before the locks were there.
  const keys = locked.map(({ key }) => key);
  await tx.delete(media).where(and(inArray(media.key, keys), unused));
}
