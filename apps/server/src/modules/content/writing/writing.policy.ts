import type { ContentStatus, ContentType } from "@cairn/contract";

/**
 * Authors may change only their own items. A draft stays a draft until its author submits it; any other change goes to
 * the reviewers, and readers keep the approved revision meanwhile.
 */
export const isAuthor = (userId: number, item: { readonly authorId: number }): boolean =>
  userId === item.authorId;

/** The item's status after its author writes the next revision. */
export function statusAfterEdit(
  status: Exclude<ContentStatus, "Removed">,
  isSent: boolean,
): Exclude<ContentStatus, "Removed" | "Flagged"> {
  if (status === "Published") return "Published";
  return status === "Draft" && !isSent ? "Draft" : "Pending";
}

/** The file determines the type (docs/rules.md#s5-writer-file). Without a file the author chooses it. */
export function contentTypeOf(mediaType: string | null, said: ContentType): ContentType {
  if (mediaType === null) return said;
  if (mediaType.startsWith("video/")) return "Video";
  return mediaType.startsWith("audio/") ? "Audio" : "Article";
}
