import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** A revision's content, as stored. */
export interface RevisionFacts {
  readonly contentId: number;
  readonly number: number;
  readonly authorId: number;
  readonly title: string;
  readonly body: string;
  readonly summary: string;
  readonly coverKey: string | null;
  readonly contentType: string;
  readonly categoryId: number;
  readonly mediaSha256: Buffer | null;
  readonly mediaAlt: string;
  readonly posterSha256: Buffer | null;
  readonly appliesTo: readonly string[];
  readonly pictures: readonly { readonly key: string; readonly sha256: Buffer }[];
  readonly captions: readonly { readonly key: string; readonly language: string; readonly sha256: Buffer }[];
  readonly chapters: readonly { readonly at: number; readonly title: string }[];
  readonly noSpeech: boolean;
  readonly embed: string | null;
  readonly language: string;
  /** Whether the author said so. */
  readonly languageGiven: boolean;
}

/**
 * A revision's canonical JSON (RFC 8785), as specified in docs/guides/verify.md. Implemented separately from the code
 * that writes revisions, so that verification reveals any difference between the two.
 */
export function canonicalRevision(facts: RevisionFacts): string {
  const text = canonicalize({
    content: facts.contentId,
    revision: facts.number,
    author: facts.authorId,
    title: facts.title,
    body: facts.body,
    content_type: facts.contentType,
    category: facts.categoryId,
    media_sha256: facts.mediaSha256?.toString("hex") ?? null,
    media_alt: facts.mediaAlt,
    poster_sha256: facts.posterSha256?.toString("hex") ?? null,
    // Omitted where it is empty: older revisions without the field keep their hashes.
    ...(facts.appliesTo.length > 0 && { applies_to: facts.appliesTo }),
    ...(facts.pictures.length > 0 && {
      pictures: facts.pictures.map(({ key, sha256 }) => ({ key, sha256: sha256.toString("hex") })),
    }),
    ...(facts.coverKey !== null && { cover: facts.coverKey }),
    ...(facts.summary !== "" && { summary: facts.summary }),
    // Left out where it was detected, as before it existed.
    ...(facts.languageGiven && { language: facts.language }),
    ...(facts.captions.length > 0 && {
      captions: facts.captions.map(({ key, language, sha256 }) => ({
        key,
        language,
        sha256: sha256.toString("hex"),
      })),
    }),
    ...(facts.chapters.length > 0 && { chapters: facts.chapters.map(({ at, title }) => ({ at, title })) }),
    ...(facts.noSpeech && { no_speech: true }),
    ...(facts.embed !== null && { embed: facts.embed }),
  });
  if (text === undefined) throw new Error("a revision has no canonical JSON");
  return text;
}

export const hashRevision = (facts: RevisionFacts): Buffer =>
  createHash("sha256").update(canonicalRevision(facts)).digest();
