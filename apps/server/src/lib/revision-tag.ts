/** The ETag of an item for those who may change it: the number of the revision that they were shown. */
export const revisionTag = (revision: number): string => `"revision-${revision}"`;

/**
 * Whether an If-Match header (RFC 9110, 13.1.1) names this revision; null: the resource has no ETag at all. A tag that
 * a proxy weakened when it compressed the answer still names its revision.
 */
export function ifMatchHolds(header: string | undefined, revision: number | null): boolean {
  if (header === undefined) return true;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || (revision !== null && tags.includes(revisionTag(revision)));
}
