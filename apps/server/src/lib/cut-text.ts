const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** How far back from the cut to look for the end of a word; longer words are split. */
const near = 40;
/** Longer than any letter with its combining marks or any joined emoji. */
const longestGrapheme = 64;

/**
 * The text, or its first `length` UTF-16 units with an ellipsis: cut at the end of a word if one is near, and never
 * within a grapheme.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = headOf(text, length);
  const lastSpace = text[head.length] === " " ? head.length : head.lastIndexOf(" ");
  const end = lastSpace > 0 && lastSpace >= head.length - near ? lastSpace : head.length;
  return `${head.slice(0, end).trimEnd()}…`;
}

/** The beginning of the text: as many whole graphemes as fit into `length`, without an ellipsis. */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start =
    graphemes.segment(text.slice(0, length + longestGrapheme)).containing(length)?.index ?? length;
  if (start > 0 && start >= length - longestGrapheme) return text.slice(0, start);
  // One letter with hundreds of marks: cut between two of them, but not inside a surrogate pair.
  const head = text.slice(0, length);
  return head.isWellFormed() || !text.isWellFormed() ? head : head.slice(0, -1);
}
