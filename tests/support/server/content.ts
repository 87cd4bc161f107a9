import type { ContentStatus, ContentType, LanguageCode } from "@cairn/contract";
import { eq } from "drizzle-orm";
import type { Transaction } from "../../../apps/server/src/db/database.ts";
import { content, media, revisions, users } from "../../../apps/server/src/db/schema.ts";
import { excerptOf, renderArticle } from "../../../apps/server/src/lib/markdown.ts";
import {
  insertItem,
  insertRevision,
  setReviewState,
} from "../../../apps/server/src/modules/content/revisions.repository.ts";
import { appendToLedger } from "../../../apps/server/src/modules/ledger/ledger.repository.ts";
import type { TestApp } from "./app.ts";

interface ItemFacts {
  authorId: number;
  /** Who approved or flagged it; needed for those two. */
  reviewerId?: number;
  status?: Extract<ContentStatus, "Draft" | "Pending" | "Published" | "Flagged">;
  title?: string;
  body?: string;
  type?: ContentType;
  categoryId?: number;
  media?: { key: string; sha256: Buffer; alt: string } | null;
  /** The address of a film of another site. */
  embed?: string | null;
  at?: Date;
  /** Until when its approval holds; without end unless said. */
  goodUntil?: Date;
  appliesTo?: readonly string[];
  language?: LanguageCode;
}

/** An item that came to its status the way items do: a revision, and a ledger row where a decision was made. */
export function makeItem(app: TestApp, facts: ItemFacts): Promise<number> {
  return app.db.transaction((tx) => writeItem(tx, facts));
}

async function writeItem(
  tx: Transaction,
  {
    authorId,
    reviewerId = authorId,
    status = "Published",
    title = "A title",
    body = "Some words.",
    type = "Article",
    categoryId = 1,
    media = null,
    embed = null,
    at = new Date(),
    goodUntil,
    appliesTo = [],
    language = "en",
  }: ItemFacts,
): Promise<number> {
  const id = await insertItem(tx, authorId, at);
  const draft = {
    title,
    body,
    bodyHtml: renderArticle(body),
    excerpt: excerptOf(body),
    contentType: type,
    categoryId,
    media,
    embed,
    poster: null,
    appliesTo,
    language,
  };
  const revision = await insertRevision(tx, { id, authorId, latestRevision: 0 }, draft, at);
  if (status === "Pending") await setReviewState(tx, id, { status, pendingRevisionId: revision.id });
  if (status === "Published" || status === "Flagged") {
    const seq = await appendToLedger(tx, {
      contentId: id,
      revisionId: revision.id,
      revisionNumber: revision.number,
      revisionHash: revision.hash,
      mediaHash: media?.sha256 ?? null,
      decision: status === "Published" ? "approved" : "flagged",
      reviewerId,
      reason: status === "Flagged" ? "The second command deletes the wrong folder." : null,
      decidedAt: at,
    });
    const published = {
      publishedRevisionId: revision.id,
      publishedReview: seq,
      publishedAt: at,
      verifiedAt: at,
      goodUntil: goodUntil ?? null,
    };
    await setReviewState(tx, id, { status, ...(status === "Published" && published) });
  }
  return id;
}

/** The author writes again: the newest revision waits, the published one stays. */
export function editItem(app: TestApp, id: number, title: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const [item] = await tx.select().from(content).where(eq(content.id, id));
    if (!item) throw new Error(`no item ${id}`);
    const draft = {
      title,
      body: "Newer words.",
      bodyHtml: renderArticle("Newer words."),
      excerpt: "Newer words.",
      contentType: "Article" as const,
      categoryId: 1,
      media: null,
      poster: null,
    };
    const revision = await insertRevision(tx, item, draft, new Date());
    await setReviewState(tx, id, { status: item.status, pendingRevisionId: revision.id });
  });
}

interface DecisionFacts {
  reviewerId: number;
  decision: "approved" | "flagged" | "removed";
  /** Number of the revision that the reviewer saw; the waiting one unless said. */
  revision?: number;
  reason?: string;
  decidedAt?: Date;
}

/**
 * What a reviewer's decision does, in the order of locks that every writer keeps. Answers the revision decided
 * about; null where there was nothing to decide, or the item had moved on since the reviewer saw it.
 */
export function decide(app: TestApp, id: number, facts: DecisionFacts): Promise<number | null> {
  return app.db.transaction((tx) => writeDecision(tx, id, facts));
}

async function writeDecision(
  tx: Transaction,
  id: number,
  {
    reviewerId,
    decision,
    revision: seen,
    reason = "It says too little.",
    decidedAt = new Date(),
  }: DecisionFacts,
): Promise<number | null> {
  const [item] = await tx.select().from(content).where(eq(content.id, id)).for("update");
  const isWaiting = item?.pendingRevisionId != null;
  const about = item?.pendingRevisionId ?? (decision === "approved" ? null : item?.publishedRevisionId);
  if (!item || item.status === "Removed" || about == null) return null;
  const [revision] = await tx.select().from(revisions).where(eq(revisions.id, about));
  if (!revision || (seen !== undefined && revision.number !== seen)) return null;
  const [file] = await tx
    .select()
    .from(media)
    .where(eq(media.key, revision.mediaKey ?? ""));
  const seq = await appendToLedger(tx, {
    contentId: id,
    revisionId: revision.id,
    revisionNumber: revision.number,
    revisionHash: revision.hash,
    mediaHash: file?.sha256 ?? null,
    decision,
    reviewerId,
    reason: decision === "approved" ? null : reason,
    decidedAt,
  });
  const unpublished = { publishedRevisionId: null, publishedReview: null, pendingRevisionId: null };
  if (decision === "removed") {
    await setReviewState(tx, id, { status: "Removed", ...unpublished });
  } else if (decision === "flagged") {
    // A flag on an edit leaves what was approved before where it is.
    const stays = isWaiting && item.status === "Published";
    await setReviewState(
      tx,
      id,
      stays ? { status: "Published", pendingRevisionId: null } : { status: "Flagged", ...unpublished },
    );
  } else {
    await setReviewState(tx, id, {
      status: "Published",
      publishedRevisionId: revision.id,
      publishedReview: seq,
      pendingRevisionId: null,
      publishedAt: item.publishedAt ?? decidedAt,
    });
  }
  return revision.number;
}

/** Takes an item back from its readers, as a flag or a removal does. */
export function unpublish(app: TestApp, id: number): Promise<void> {
  return app.db.transaction((tx) =>
    setReviewState(tx, id, { status: "Flagged", publishedRevisionId: null, publishedReview: null }),
  );
}

/** Takes everything back, where a list of all items is what a test looks at. */
export async function unpublishAll(app: TestApp): Promise<void> {
  const items = await app.db.query
    .select({ id: content.id })
    .from(content)
    .where(eq(content.status, "Published"));
  for (const { id } of items) await unpublish(app, id);
}

/** Gives an Admin the server's grant. */
export async function verifyAdmin(app: TestApp, userId: number): Promise<void> {
  await app.db.query.update(users).set({ verifiedAt: new Date() }).where(eq(users.id, userId));
}
