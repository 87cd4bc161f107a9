import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** A revision's content, as stored. */
export interface RevisionFacts {
  readonly contentId: number;
  readonly number: number;
  readonly authorId: number;
  readonly title: string;
  readonly body: string;
  readonly contentType: string;
  readonly categoryId: number;
  readonly mediaSha256: Buffer | null;
  readonly mediaAlt: string;
  readonly posterSha256: Buffer | null;
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
  });
  if (text === undefined) throw new Error("a revision has no canonical JSON");
  return text;
}

export const hashRevision = (facts: RevisionFacts): Buffer =>
  createHash("sha256").update(canonicalRevision(facts)).digest();
