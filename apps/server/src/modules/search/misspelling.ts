/**
 * Whether somebody who typed one word may have meant the other: one letter is missing, too many, wrong or in its
 * neighbour's place, or two are in words of six letters and more.
 */
export function mayMean(typed: string, meant: string): boolean {
  const most = Math.min(letters(typed).length, letters(meant).length) < 6 ? 1 : 2;
  return editsBetween(letters(typed), letters(meant)) <= most;
}

const letters = (word: string): string[] => [...word];

/** The number of such mistakes between two words, no letter being changed twice (optimal string alignment). */
function editsBetween(typed: readonly string[], meant: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index);
  for (const [row, letter] of typed.entries()) {
    const current = [row + 1];
    for (const [column, other] of meant.entries()) {
      const wrong = at(last, column) + (letter === other ? 0 : 1);
      const isSwapped = letter === meant[column - 1] && other === typed[row - 1];
      const swapped = isSwapped ? at(beforeLast, column - 1) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(wrong, at(last, column + 1) + 1, at(current, column) + 1, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, meant.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
