import type { Chapter, ContentStatus, ContentType, LanguageCode } from "@cairn/contract";
import { hashJson } from "@cairn/node";
import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { addJobs } from "../../db/jobs.ts";
import { content, revisionFiles, revisions } from "../../db/schema.ts";
import { followPublication } from "./publication.repository.ts";

interface Captions {
  readonly key: string;
  readonly language: string;
  readonly sha256: Buffer;
}

interface Picture {
  readonly key: string;
  readonly sha256: Buffer;
}

/** An author's input; it becomes one immutable revision. */
export interface RevisionDraft {
  readonly title: string;
  readonly body: string;
  /** `body` as HTML, rendered before the transaction began. */
  readonly bodyHtml: string;
  /** Its author's words for lists; empty, or left out: none. */
  readonly summary?: string;
  /** Words of `body` for lists (docs/rules.md#excerpts-summaries-and-covers). */
  readonly excerpt: string;
  readonly contentType: ContentType;
  readonly categoryId: number;
  readonly media: { key: string; sha256: Buffer; alt: string } | null;
  readonly poster: { key: string; sha256: Buffer } | null;
  /** For cards; null, or left out: none. */
  readonly cover?: Picture | null;
  /** Pictures of the text, in its order, each once; none if left out. */
  readonly pictures?: readonly Picture[];
  /** In the order in which readers are offered them; none if left out. */
  readonly captions?: readonly Captions[];
  readonly chapters?: readonly Chapter[];
  readonly noSpeech?: boolean;
  /** The address of a film of another site; null, or left out: none. */
  readonly embed?: string | null;
  /** Labels in the order of the author; none if left out. */
  readonly appliesTo?: readonly string[];
  /** English if left out. */
  readonly language?: LanguageCode;
  /** Whether the author said so. */
  readonly languageGiven?: boolean;
}

export interface StoredRevision {
  readonly id: number;
  readonly number: number;
  readonly hash: Buffer;
}

export async function insertItem(tx: Transaction, authorId: number, createdAt: Date): Promise<number> {
  const [row] = await tx
    .insert(content)
    .values({ authorId, status: "Draft", createdAt })
    .returning({ id: content.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

/** The pictures of the text, and then the cover if it is none of them. */
const picturesOf = ({ pictures = [], cover }: RevisionDraft): readonly Picture[] =>
  cover && pictures.every(({ key }) => key !== cover.key) ? [...pictures, cover] : pictures;

/** The hash that the ledger quotes, over everything that a reader of this revision sees. */
export const hashRevision = (
  { id, authorId }: { id: number; authorId: number },
  number: number,
  draft: RevisionDraft,
): Buffer =>
  hashJson({
    content: id,
    revision: number,
    author: authorId,
    title: draft.title,
    body: draft.body,
    content_type: draft.contentType,
    category: draft.categoryId,
    media_sha256: draft.media?.sha256.toString("hex") ?? null,
    media_alt: draft.media?.alt ?? "",
    poster_sha256: draft.poster?.sha256.toString("hex") ?? null,
    // Omitted where it is empty: older revisions without the field keep their hashes.
    ...(draft.appliesTo?.length && { applies_to: draft.appliesTo }),
    ...(picturesOf(draft).length && {
      pictures: picturesOf(draft).map(({ key, sha256 }) => ({ key, sha256: sha256.toString("hex") })),
    }),
    ...(draft.cover && { cover: draft.cover.key }),
    ...(draft.summary && { summary: draft.summary }),
    // Left out where it was detected, as before it existed.
    ...(draft.languageGiven && { language: draft.language }),
    ...(draft.captions?.length && {
      captions: draft.captions.map(({ key, language, sha256 }) => ({
        key,
        language,
        sha256: sha256.toString("hex"),
      })),
    }),
    ...(draft.chapters?.length && { chapters: draft.chapters }),
    ...(draft.noSpeech && { no_speech: true }),
    ...(draft.embed && { embed: draft.embed }),
  });

/** Adds the item's next revision. Its content must never change afterwards, because the ledger quotes its hash. */
export async function insertRevision(
  tx: Transaction,
  item: { id: number; authorId: number; latestRevision: number },
  draft: RevisionDraft,
  createdAt: Date,
): Promise<StoredRevision> {
  const number = item.latestRevision + 1;
  const hash = hashRevision(item, number, draft);
  const [row] = await tx
    .insert(revisions)
    .values({
      contentId: item.id,
      number,
      title: draft.title,
      body: draft.body,
      bodyHtml: draft.bodyHtml,
      summary: draft.summary ?? "",
      coverKey: draft.cover?.key ?? null,
      excerpt: draft.excerpt,
      contentType: draft.contentType,
      categoryId: draft.categoryId,
      mediaKey: draft.media?.key ?? null,
      mediaAlt: draft.media?.alt ?? "",
      posterKey: draft.poster?.key ?? null,
      appliesTo: [...(draft.appliesTo ?? [])],
      language: draft.language ?? "en",
      languageGiven: draft.languageGiven ?? false,
      chapters: [...(draft.chapters ?? [])],
      noSpeech: draft.noSpeech ?? false,
      embed: draft.embed ?? null,
      hash,
      createdAt,
    })
    .returning({ id: revisions.id });
  if (!row) throw new Error("insert returned no row");
  const files = [...picturesOf(draft), ...(draft.captions ?? [])].map(({ key }, index) => ({
    revisionId: row.id,
    place: index + 1,
    mediaKey: key,
  }));
  if (files.length > 0) await tx.insert(revisionFiles).values(files);
  await tx.update(content).set({ latestRevision: number }).where(eq(content.id, item.id));
  const pictures = [draft.media, draft.poster].flatMap((file) => file?.key ?? []);
  const sender = `member ${item.authorId}`;
  await addJobs(
    tx,
    "picture",
    pictures.map((key) => ({ key, sender, dueAt: createdAt })),
  );
  return { id: row.id, number, hash };
}

/**
 * Updates an item's status and current revisions, and what follows from the published one. The database rejects
 * inconsistent combinations.
 */
export async function setReviewState(
  tx: Transaction,
  id: number,
  state: {
    status: ContentStatus;
    pendingRevisionId?: number | null;
    publishedRevisionId?: number | null;
    publishedReview?: number | null;
    publishedAt?: Date;
    verifiedAt?: Date;
    goodUntil?: Date | null;
    withdrawnAt?: Date;
  },
): Promise<void> {
  await tx.update(content).set(state).where(eq(content.id, id));
  if (state.publishedRevisionId !== undefined) await followPublication(tx, id);
}
