/** Characters of a list of tags that are read: about fifty tags. */
const longest = 2_000;

/** The tags of If-Match or If-None-Match. Proxies weaken a tag when they compress an answer; it still names what it named. */
export const tagsIn = (header: string): string[] =>
  header
    .slice(0, longest)
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));

/** Whether If-None-Match names the tag (RFC 9110, 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = tagsIn(ifNoneMatch);
  return tags.includes("*") || tagsIn(etag).some((tag) => tags.includes(tag));
}
