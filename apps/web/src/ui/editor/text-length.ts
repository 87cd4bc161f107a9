import { formatCount } from "../../lib/format-count.ts";

/** Words a minute, as items are measured for their readers (docs/rules.md#verified-mark). */
const wordsPerMinute = 200;

export function lengthLine(text: string, maxLength: number): string {
  const words = text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  return [
    words === 1 ? "1 word" : `${formatCount(words)} words`,
    `${formatCount(text.length)} of ${formatCount(maxLength)} characters`,
    words > 0 && `${minutes} min read`,
  ]
    .filter(Boolean)
    .join(" · ");
}
