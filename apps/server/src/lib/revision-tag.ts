import { tagsIn } from "./entity-tag.ts";

/**
 * The ETag of an item for those who may change it: the number of the revision that they were shown. It is weak, because
 * a like or a comment makes other bytes of the same revision.
 */
export const revisionTag = (revision: number): string => `W/"revision-${revision}"`;

/** Apache, Caddy and Jetty name the coding in the tag of an answer that they compress: `"revision-3-gzip"`. */
const codingOfProxy = /--?(?:gzip|br|zstd|deflate)"$/;

/** Whether an If-Match header (RFC 9110, 13.1.1) names this revision; null: the resource has no ETag at all. */
export function ifMatchHolds(header: string | undefined, revision: number | null): boolean {
  if (header === undefined) return true;
  const tags = tagsIn(header).map((tag) => tag.replace(codingOfProxy, '"'));
  return tags.includes("*") || (revision !== null && tags.includes(`"revision-${revision}"`));
}
