import type { LanguageCode } from "@cairn/contract";
import { and, asc, eq, gt, isNull, ne, not, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { captionsOfRevision, categoryNow, picturesOfText, poster } from "../../db/fragments.ts";
import { categories, content, media, revisions, series, seriesItems } from "../../db/schema.ts";

/** Pictures and captions of a revision. */
const files = { pictures: picturesOfText, captions: captionsOfRevision };

/** The newest revision of an item, with what its author's file says of it. */
const works = (db: Queries) =>
  db
    .select({
      id: content.id,
      authorId: content.authorId,
      title: revisions.title,
      body: revisions.body,
      summary: revisions.summary,
      coverKey: revisions.coverKey,
      type: revisions.contentType,
      language: sql<LanguageCode | null>`case when ${revisions.languageGiven} then ${revisions.language} end`,
      category: categories.name,
      appliesTo: revisions.appliesTo,
      series: series.title,
      part: seriesItems.position,
      mediaKey: media.key,
      posterKey: poster.key,
      alt: revisions.mediaAlt,
      ...files,
      chapters: revisions.chapters,
      noSpeech: revisions.noSpeech,
      embed: revisions.embed,
      createdAt: content.createdAt,
      publishedAt: content.publishedAt,
      isPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
    })
    .from(content)
    .innerJoin(
      revisions,
      and(eq(revisions.contentId, content.id), eq(revisions.number, content.latestRevision)),
    )
    .innerJoin(categories, eq(categories.id, categoryNow))
    .leftJoin(media, and(eq(media.key, revisions.mediaKey), isNull(media.erasedAt)))
    .leftJoin(poster, and(eq(poster.key, revisions.posterKey), isNull(poster.erasedAt)))
    .leftJoin(seriesItems, eq(seriesItems.contentId, content.id))
    .leftJoin(series, eq(series.id, seriesItems.seriesId));
export type WorkRow = Awaited<ReturnType<ReturnType<typeof works>["execute"]>>[number];

/** The item as its author left it; null also for one that was withdrawn. */
export async function findWork(db: Queries, id: number): Promise<WorkRow | null> {
  const [row] = await works(db)
    .where(and(eq(content.id, id), isNull(content.withdrawnAt)))
    .limit(1);
  return row ?? null;
}

/** Bytes of an item's download before they are packed: of all its texts, and of the files of its newest revision. */
export async function workBytes(db: Queries, id: number): Promise<{ texts: number; files: number }> {
  const ofRevision = sql`select revision.media_key, revision.poster_key, revision.id from ${revisions} revision
    join ${content} on content.id = revision.content_id and content.latest_revision = revision.number
    where content.id = ${id}`;
  const [row] = await db
    .select({
      texts: sql<number>`coalesce(sum(octet_length(${revisions.body})), 0)::float8`,
      files: sql<number>`(
        with newest as (${ofRevision})
        select coalesce(sum(media.bytes), 0)::float8 from media where media.key in (
          select unnest(array[media_key, poster_key]) from newest
          union select revision_files.media_key from revision_files join newest on newest.id = revision_id))`,
    })
    .from(revisions)
    .where(eq(revisions.contentId, id));
  return row ?? { texts: 0, files: 0 };
}

/** All of an author's items but removed ones, oldest first: what their files are called. */
export async function workNames(db: Queries, authorId: number) {
  return db
    .select({
      id: content.id,
      title: revisions.title,
      mediaKey: media.key,
      posterKey: poster.key,
      ...files,
      createdAt: content.createdAt,
    })
    .from(content)
    .innerJoin(
      revisions,
      and(eq(revisions.contentId, content.id), eq(revisions.number, content.latestRevision)),
    )
    .leftJoin(media, and(eq(media.key, revisions.mediaKey), isNull(media.erasedAt)))
    .leftJoin(poster, and(eq(poster.key, revisions.posterKey), isNull(poster.erasedAt)))
    .where(and(eq(content.authorId, authorId), ne(content.status, "Removed")))
    .orderBy(asc(content.createdAt), asc(content.id));
}

/** Revisions of an item after one of them, oldest first. */
export async function revisionsAfter(db: Queries, contentId: number, number: number, limit: number) {
  return db
    .select({
      number: revisions.number,
      title: revisions.title,
      body: revisions.body,
      summary: revisions.summary,
      coverKey: revisions.coverKey,
      contentType: revisions.contentType,
      category: categories.name,
      language: revisions.language,
      appliesTo: revisions.appliesTo,
      mediaSha256: media.sha256,
      mediaAlt: revisions.mediaAlt,
      posterSha256: poster.sha256,
      captions: captionsOfRevision,
      chapters: revisions.chapters,
      noSpeech: revisions.noSpeech,
      embed: revisions.embed,
      hash: revisions.hash,
      createdAt: revisions.createdAt,
    })
    .from(revisions)
    .innerJoin(categories, eq(categories.id, categoryNow))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(and(eq(revisions.contentId, contentId), gt(revisions.number, number)))
    .orderBy(asc(revisions.number))
    .limit(limit);
}

/** A file of these bytes that this member has uploaded before. */
export async function ownFile(db: Queries, ownerId: number, sha256: Buffer) {
  const [row] = await db
    .select({ key: media.key, sha256: media.sha256, type: media.type })
    .from(media)
    .where(
      and(
        eq(media.sha256, sha256),
        eq(media.ownerId, ownerId),
        isNull(media.erasedAt),
        isNull(media.renditionOf),
        // A picture of a text goes once no text has it.
        not(media.comesFirst),
      ),
    )
    .limit(1);
  return row ?? null;
}
