/** Finds text that the database cannot hold: a NUL, or half of a surrogate pair. */
export function findUnstorableText(value: unknown, path = ""): string | null {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorableText(key, path) ?? findUnstorableText(inner, path ? `${path}/${key}` : key);
    if (found !== null) return found;
  }
  return null;
}
