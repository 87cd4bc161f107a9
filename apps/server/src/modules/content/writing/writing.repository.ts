import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Transaction } from "../../../db/database.ts";
import { aboutState, captionsOfRevision, picturesOfText, poster } from "../../../db/fragments.ts";
import { content, ledger, media, reasonAnswers, revisions } from "../../../db/schema.ts";
import { tellReaders } from "../../../db/tell.ts";

/** An item's current state, locked until the transaction ends; other writers wait. */
export async function lockItem(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: content.id,
      authorId: content.authorId,
      status: content.status,
      latestRevision: content.latestRevision,
      publishedRevisionId: content.publishedRevisionId,
      pendingRevisionId: content.pendingRevisionId,
    })
    .from(content)
    .where(and(eq(content.id, id), isNull(content.withdrawnAt)))
    .for("update");
  return row ?? null;
}
export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>;

/** The content of one of the item's revisions, with the hashes of its files. */
export async function readRevisionFacts(
  tx: Transaction,
  item: LockedItem,
  which: { id: number } | { number: number },
) {
  const [row] = await tx
    .select({
      id: revisions.id,
      number: revisions.number,
      title: revisions.title,
      body: revisions.body,
      bodyHtml: revisions.bodyHtml,
      summary: revisions.summary,
      coverKey: revisions.coverKey,
      excerpt: revisions.excerpt,
      contentType: revisions.contentType,
      categoryId: revisions.categoryId,
      hash: revisions.hash,
      mediaKey: revisions.mediaKey,
      mediaAlt: revisions.mediaAlt,
      mediaType: media.type,
      mediaSha256: media.sha256,
      posterKey: revisions.posterKey,
      posterSha256: poster.sha256,
      appliesTo: revisions.appliesTo,
      pictures: picturesOfText,
      captions: captionsOfRevision,
      chapters: revisions.chapters,
      noSpeech: revisions.noSpeech,
      embed: revisions.embed,
      mediaDuration: media.durationSeconds,
      language: revisions.language,
      languageGiven: revisions.languageGiven,
    })
    .from(revisions)
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(
      and(
        eq(revisions.contentId, item.id),
        "id" in which ? eq(revisions.id, which.id) : eq(revisions.number, which.number),
      ),
    )
    .limit(1);
  if (!row) throw new Error(`item ${item.id} lacks a revision`);
  return row;
}
export type RevisionFacts = Awaited<ReturnType<typeof readRevisionFacts>>;

/** The newest decision about an item's review state; null before the first. */
export async function lastDecision(tx: Transaction, contentId: number) {
  const [row] = await tx
    .select({ seq: ledger.seq, decision: ledger.decision, revision: ledger.revisionNumber })
    .from(ledger)
    .where(and(eq(ledger.contentId, contentId), aboutState))
    .orderBy(desc(ledger.seq))
    .limit(1);
  return row ?? null;
}

/** Stores the author's answer to the flag of row `seq`; returns whether it is the first one. */
export async function writeAnswer(
  tx: Transaction,
  { seq, authorId }: { seq: number; authorId: number },
  answer: string,
  at: Date,
): Promise<boolean> {
  // The author's other screens show the answer, too.
  await tellReaders(tx, [`work:${authorId}`]);
  const first = await tx
    .insert(reasonAnswers)
    .values({ seq, answer, answeredAt: at })
    .onConflictDoNothing()
    .returning({ seq: reasonAnswers.seq });
  if (first.length > 0) return true;
  await tx.update(reasonAnswers).set({ answer, answeredAt: at }).where(eq(reasonAnswers.seq, seq));
  return false;
}

/** How many of an author's items have a revision that waits for review; counts no further than `most`. */
export async function countWaiting(tx: Transaction, authorId: number, most: number): Promise<number> {
  const rows = await tx
    .select({ id: content.id })
    .from(content)
    .where(and(eq(content.authorId, authorId), isNotNull(content.pendingRevisionId)))
    .limit(most);
  return rows.length;
}
