import type { ContentStatus, ContentType } from "@cairn/contract";

/**
 * An author writes their own items and nobody else's. A draft stays one until its author sends it; whatever
 * else they change goes to the reviewers, and readers go on with what was approved.
 */
export const isAuthor = (userId: number, item: { readonly authorId: number }): boolean =>
  userId === item.authorId;

/** What an item is once its author has written the next revision. */
export function statusAfterEdit(
  status: Exclude<ContentStatus, "Removed">,
  isSent: boolean,
): Exclude<ContentStatus, "Removed" | "Flagged"> {
  if (status === "Published") return "Published";
  return status === "Draft" && !isSent ? "Draft" : "Pending";
}

/** Spec section 5: the file says what an item is. Without one its author does. */
export function contentTypeOf(mediaType: string | null, said: ContentType): ContentType {
  if (mediaType === null) return said;
  if (mediaType.startsWith("video/")) return "Video";
  return mediaType.startsWith("audio/") ? "Audio" : "Article";
}
