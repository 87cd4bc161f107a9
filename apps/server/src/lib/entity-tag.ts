/** Characters of a list of tags that are read: about fifty tags. */
const longest = 2_000;

/** The tags of If-Match or If-None-Match. Proxies weaken a tag when they compress an answer; it still names what it named. */
export const tagsIn = (header: string): string[] =>
  header
    .slice(0, longest)
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));

/** Whether If-None-Match names the tag, or one of several (RFC 9110, 13.1.2). */
export const hasAlready = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && names(ifNoneMatch, etag);

/** Whether If-Match names only other tags (RFC 9110, 13.1.1): such a reader gets nothing. */
export const expectsOther = (ifMatch: string | undefined, etag: string): boolean =>
  ifMatch !== undefined && !names(ifMatch, etag);

function names(header: string, etag: string): boolean {
  const tags = tagsIn(header);
  return tags.includes("*") || tagsIn(etag).some((tag) => tags.includes(tag));
}
