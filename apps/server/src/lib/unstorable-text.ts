/**
 * More combining marks in a row than Unicode's Stream-Safe format allows: to bring them into order, as NFC and NFKD do
 * here and in PostgreSQL, takes the square of their number. NFKD also makes marks of two letters of Japanese. A match can
 * begin only at the first mark of a row, so that each mark is read once.
 */
export const tooManyMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

interface UnstorableText {
  /** Path of the field. */
  readonly path: string;
  readonly problem: string;
}

/**
 * Finds text that cannot be stored: a NUL, half of a surrogate pair, or too many combining marks in a row; else null.
 * Does not recurse: a body can be nested deeper than the stack.
 */
export function findUnstorableText(value: unknown): UnstorableText | null {
  const waiting: { path: string; value: unknown }[] = [{ path: "", value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value: found } = next;
    const problem = typeof found === "string" ? problemOf(found) : null;
    if (problem !== null) return { path, problem };
    if (typeof found !== "object" || found === null) continue;
    for (const [key, inner] of Object.entries(found)) {
      const problemOfKey = problemOf(key);
      if (problemOfKey !== null) return { path, problem: problemOfKey };
      // A deeper path would not help the reader and would grow with the square of the depth.
      waiting.push({ path: path.length > 200 ? path : [path, key].filter(Boolean).join("/"), value: inner });
    }
  }
  return null;
}

function problemOf(text: string): string | null {
  if (text.includes("\0") || !text.isWellFormed()) return "has characters that are not allowed";
  return tooManyMarks.test(text) ? "has more than 30 combining marks in a row" : null;
}
