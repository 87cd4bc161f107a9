import type { Chapter, ContentStatus, ContentType } from "@cairn/contract";

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

/** Where a chapter list is wrong; null if it is right. `duration`: seconds, as far as they are known. */
export function problemOfChapters(
  chapters: readonly Chapter[],
  duration: number | null,
): { readonly index: number; readonly problem: string } | null {
  for (const [index, { at }] of chapters.entries()) {
    const before = chapters[index - 1];
    if (!before && at !== 0)
      return { index, problem: "must be 0: the first chapter begins at the beginning" };
    if (before && at <= before.at) return { index, problem: "must be after the chapter before it" };
    if (duration !== null && at > duration) return { index, problem: "is after the end" };
  }
  return null;
}

/**
 * A film or recording is sent for review only with captions, or as one without speech, where the school asks for it
 * (docs/rules.md#settings). A draft is free.
 */
export const lacksCaptions = ({
  contentType,
  captions = [],
  noSpeech,
}: {
  readonly contentType: ContentType;
  readonly captions?: readonly unknown[];
  readonly noSpeech?: boolean;
}): boolean => contentType !== "Article" && captions.length === 0 && !noSpeech;

/** The file determines the type (docs/evidence/spec-clauses.md#s5-writer-file). Without a file the author chooses it. */
export function contentTypeOf(mediaType: string | null, said: ContentType): ContentType {
  if (mediaType === null) return said;
  if (mediaType.startsWith("video/")) return "Video";
  return mediaType.startsWith("audio/") ? "Audio" : "Article";
}
