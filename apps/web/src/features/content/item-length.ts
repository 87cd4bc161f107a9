import type { ContentItem } from "@cairn/contract";

const wordsPerMinute = 200;

/** What an item's length is read from; `words` where the text itself was left out. */
type Measured = Pick<ContentItem, "content_type" | "body" | "media"> & { words?: number };

/** How long an item takes, if known (docs/rules.md#verified-mark): "18:42", "22 min", "7 min read"; "PDF" of one. */
export function lengthOf({ content_type, body, media, words }: Measured): string | undefined {
  const seconds = media?.duration_seconds;
  if (seconds)
    return content_type === "Audio" && seconds >= 60 ? `${Math.round(seconds / 60)} min` : clock(seconds);
  // The body of a recording or a PDF says nothing about its length.
  if (media?.type === "application/pdf") return "PDF";
  return content_type === "Article" ? `${readingMinutes(words ?? wordsIn(body))} min read` : undefined;
}

function clock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export const wordsIn = (markdown: string): number => markdown.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

const readingMinutes = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));
