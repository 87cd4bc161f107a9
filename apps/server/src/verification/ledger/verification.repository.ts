import type { ContentStatus, Decision } from "@cairn/contract";
import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { poster } from "../../db/fragments.ts";
import { content, ledger, ledgerLeaves, media, revisions } from "../../db/schema.ts";
import { revisionFacts } from "../../modules/ledger/ledger.repository.ts";

const { key, sha256, bytes, type, erasedAt } = media;
const mediaFacts = { key, sha256, bytes, type, erasedAt };
const posterFacts = {
  key: poster.key,
  sha256: poster.sha256,
  bytes: poster.bytes,
  type: poster.type,
  erasedAt: poster.erasedAt,
};

const writtenRevision = {
  ...revisionFacts,
  bodyHtml: revisions.bodyHtml,
  hash: revisions.hash,
  mediaKey: revisions.mediaKey,
  posterKey: revisions.posterKey,
};

const givenReason = (column: SQL) =>
  sql`(select ${column} from decision_reasons given where given.seq = ledger.seq)`;

/** Leaves after `seq` in order. */
export async function leavesToVerify(db: Queries, seq: number, limit: number) {
  return db
    .select()
    .from(ledgerLeaves)
    .where(gt(ledgerLeaves.seq, seq))
    .orderBy(asc(ledgerLeaves.seq))
    .limit(limit);
}

/** The first row after `seq` that has no leaf; null if there is none. */
export async function rowWithoutLeaf(db: Queries, seq: number) {
  const [row] = await db
    .select({ seq: ledger.seq, contentId: ledger.contentId })
    .from(ledger)
    .leftJoin(ledgerLeaves, eq(ledgerLeaves.seq, ledger.seq))
    .where(and(gt(ledger.seq, seq), isNull(ledgerLeaves.seq)))
    .orderBy(asc(ledger.seq))
    .limit(1);
  return row ?? null;
}

interface RowRange {
  readonly after: number;
  /** The last row. */
  readonly until: number;
  readonly limit: number;
}

/** Ledger rows in order, each with its revision and that revision's files. */
export async function rowsToVerify(db: Queries, { after, until, limit }: RowRange) {
  return db
    .select({
      seq: ledger.seq,
      contentId: ledger.contentId,
      revisionNumber: ledger.revisionNumber,
      revisionHash: ledger.revisionHash,
      mediaHash: ledger.mediaHash,
      decision: ledger.decision,
      reviewerId: ledger.reviewerId,
      reviewerSalt: ledger.reviewerSalt,
      reviewerCommitment: ledger.reviewerCommitment,
      isReviewerErased: sql<boolean>`exists (
        select from users where users.id = ${ledger.reviewerId} and users.erased_at is not null)`,
      reason: sql<string | null>`${givenReason(sql`given.reason`)}`,
      salt: sql<Buffer | null>`${givenReason(sql`given.salt`)}`.mapWith(ledger.hash),
      reasonCommitment: ledger.reasonCommitment,
      decidedAt: ledger.decidedAt,
      previousHash: ledger.previousHash,
      hash: ledger.hash,
      revision: writtenRevision,
      authorId: content.authorId,
      media: mediaFacts,
      poster: posterFacts,
    })
    .from(ledger)
    .leftJoin(revisions, eq(revisions.id, ledger.revisionId))
    .leftJoin(content, eq(content.id, ledger.contentId))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(and(gt(ledger.seq, after), lte(ledger.seq, until)))
    .orderBy(asc(ledger.seq))
    .limit(limit);
}
export type RowToVerify = Awaited<ReturnType<typeof rowsToVerify>>[number];

/** Revisions after `id` without a decision: authors and reviewers see them, so they must be correct too. */
export async function undecidedRevisions(db: Queries, id: number, limit: number) {
  return db
    .select({
      id: revisions.id,
      revision: writtenRevision,
      authorId: content.authorId,
      media: mediaFacts,
      poster: posterFacts,
    })
    .from(revisions)
    .innerJoin(content, eq(content.id, revisions.contentId))
    .leftJoin(ledger, and(eq(ledger.contentId, revisions.contentId), eq(ledger.revisionId, revisions.id)))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(and(gt(revisions.id, id), isNull(ledger.seq)))
    .orderBy(asc(revisions.id))
    .limit(limit);
}

/** How many files their authors withdrew before any decision about them. */
export async function countErased(db: Queries): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(media)
    .where(isNotNull(media.erasedAt));
  return row?.total ?? 0;
}

/** An item's current state, and its decisions in the order of the chain. */
export interface ItemToVerify {
  readonly id: number;
  readonly status: ContentStatus;
  readonly isWithdrawn: boolean;
  /** The published revision, and the ledger row that the item names as its approval. */
  readonly served: { readonly revisionId: number; readonly review: number } | null;
  /** The newest ledger row about the item, as recorded in the item. */
  readonly lastDecision: number | null;
  readonly decisions: readonly {
    readonly seq: number;
    readonly decision: Decision;
    readonly revision: number;
    readonly revisionId: number;
  }[];
  /** Whether its publication date is that of its first approval. */
  readonly isDated: boolean;
  /** Copies of revision data, kept for lists and searches, that differ from the revision. */
  readonly wrongCopies: readonly string[];
}

type ItemRow = Omit<ItemToVerify, "id" | "served" | "lastDecision"> & {
  readonly id: string;
  readonly revisionId: string | null;
  readonly review: string | null;
  readonly lastDecision: string | null;
};

/** Items after `id` with their decisions, in a single statement so that no decision can be made in between. */
export async function itemsToVerify(db: Queries, id: number, limit: number): Promise<ItemToVerify[]> {
  const { rows } = await db.execute<ItemRow & Record<string, unknown>>(sql`
    select
      content.id,
      content.status,
      content.withdrawn_at is not null as "isWithdrawn",
      content.published_revision_id as "revisionId",
      content.published_review as "review",
      content.last_decision as "lastDecision",
      coalesce((
        select json_agg(json_build_object('seq', seq, 'decision', decision, 'revision', revision_number,
          'revisionId', revision_id) order by seq)
        from ledger where content_id = content.id), '[]') as "decisions",
      content.published_at is not distinct from (
        select decided_at from ledger where content_id = content.id and decision = 'approved' order by seq limit 1
      ) as "isDated",
      array_remove(array[
        case when content.published_title is distinct from served.title then 'title' end,
        case when content.published_content_type is distinct from served.content_type then 'type' end,
        case when content.published_category_id is distinct from coalesce(served_in.moved_to, served_in.id)
          then 'category' end,
        case when content.published_language is distinct from served.language then 'language' end,
        case when content.published_search is distinct from
          case when served.id is not null then
            published_search_of(served.title, served.body, served.language) || spoken_search_of(served.id) end
          then 'words for the search' end,
        case when content.latest_revision <> coalesce(newest.number, 0) then 'number of the newest revision' end,
        case when content.desk_revision_id is distinct from
          coalesce(content.pending_revision_id, content.published_revision_id, newest.id) then 'revision at the desk' end,
        case when content.desk_title is distinct from desk.title then 'title at the desk' end,
        case when content.desk_content_type is distinct from desk.content_type then 'type at the desk' end,
        case when content.desk_category_id is distinct from coalesce(desk_in.moved_to, desk_in.id)
          then 'category at the desk' end
      ], null) as "wrongCopies"
    from content
    left join revisions served on served.id = content.published_revision_id
    left join categories served_in on served_in.id = served.category_id
    left join revisions desk on desk.id = content.desk_revision_id
    left join categories desk_in on desk_in.id = desk.category_id
    left join lateral (
      select id, number from revisions where content_id = content.id order by number desc limit 1
    ) newest on true
    where content.id > ${id}
    order by content.id limit ${limit}`);
  return rows.map(({ id, revisionId, review, lastDecision, ...row }) => ({
    ...row,
    id: Number(id),
    served: revisionId === null ? null : { revisionId: Number(revisionId), review: Number(review) },
    lastDecision: lastDecision === null ? null : Number(lastDecision),
  }));
}
