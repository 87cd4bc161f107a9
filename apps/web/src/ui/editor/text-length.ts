/** Words a minute, as items are measured for their readers (docs/rules.md#d60). */
const wordsPerMinute = 200;

export function lengthLine(text: string, maxLength: number): string {
  const words = text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  const count = (number: number) => number.toLocaleString("en");
  return [
    words === 1 ? "1 word" : `${count(words)} words`,
    `${count(text.length)} of ${count(maxLength)} characters`,
    words > 0 && `${minutes} min read`,
  ]
    .filter(Boolean)
    .join(" · ");
}
