import { asc, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries } from "../../db/database.ts";
import { content, ledger, media, revisions } from "../../db/schema.ts";

const poster = alias(media, "poster");

const revisionFacts = {
  contentId: revisions.contentId,
  number: revisions.number,
  title: revisions.title,
  body: revisions.body,
  contentType: revisions.contentType,
  categoryId: revisions.categoryId,
  mediaAlt: revisions.mediaAlt,
};

/** Rows of the ledger after `seq` in their order, each with the revision that it is about and that revision's files. */
export async function rowsToVerify(db: Queries, seq: number, limit: number) {
  return db
    .select({
      seq: ledger.seq,
      contentId: ledger.contentId,
      revisionNumber: ledger.revisionNumber,
      revisionHash: ledger.revisionHash,
      mediaHash: ledger.mediaHash,
      decision: ledger.decision,
      reviewerId: ledger.reviewerId,
      reason: ledger.reason,
      decidedAt: ledger.decidedAt,
      previousHash: ledger.previousHash,
      hash: ledger.hash,
      revision: { ...revisionFacts, hash: revisions.hash },
      authorId: content.authorId,
      media: { key: media.key, sha256: media.sha256, erasedAt: media.erasedAt },
      poster: { key: poster.key, sha256: poster.sha256, erasedAt: poster.erasedAt },
      mediaKey: revisions.mediaKey,
      posterKey: revisions.posterKey,
    })
    .from(ledger)
    .leftJoin(revisions, eq(revisions.id, ledger.revisionId))
    .leftJoin(content, eq(content.id, ledger.contentId))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(gt(ledger.seq, seq))
    .orderBy(asc(ledger.seq))
    .limit(limit);
}
export type RowToVerify = Awaited<ReturnType<typeof rowsToVerify>>[number];

/** What the published revision of an item says. */
export async function publishedFacts(db: Queries, contentId: number) {
  const [row] = await db
    .select({
      ...revisionFacts,
      authorId: content.authorId,
      mediaSha256: media.sha256,
      posterSha256: poster.sha256,
    })
    .from(content)
    .innerJoin(revisions, eq(revisions.id, content.publishedRevisionId))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(eq(content.id, contentId))
    .limit(1);
  return row ?? null;
}

/** Items that readers are served without an approving row of the ledger for that very revision, at most a few. */
export async function unapprovedItems(db: Queries): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select content.id from content
    where published_revision_id is not null and not exists (
      select from ledger where seq = content.published_review and decision = 'approved'
        and content_id = content.id and revision_id = content.published_revision_id)
    order by content.id limit 1`);
  return rows.map(({ id }) => Number(id));
}
