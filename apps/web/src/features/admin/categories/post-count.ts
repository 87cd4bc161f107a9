/** Spec section 5: a whole number, 0 when invalid. */
export function parsePostCount(text: string): number {
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return Number.isSafeInteger(count) ? count : 0;
}
