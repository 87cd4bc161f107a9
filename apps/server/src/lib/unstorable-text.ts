/**
 * Finds text that the database cannot store: a NUL, or half of a surrogate pair. Returns the path of the field, or
 * null. Does not recurse: a body can be nested deeper than the stack.
 */
export function findUnstorableText(value: unknown): string | null {
  const waiting: { path: string; value: unknown }[] = [{ path: "", value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value: found } = next;
    if (typeof found === "string" && isUnstorable(found)) return path;
    if (typeof found !== "object" || found === null) continue;
    for (const [key, inner] of Object.entries(found)) {
      if (isUnstorable(key)) return path;
      // A deeper path would not help the reader and would grow with the square of the depth.
      waiting.push({ path: path.length > 200 ? path : [path, key].filter(Boolean).join("/"), value: inner });
    }
  }
  return null;
}

const isUnstorable = (text: string) => text.includes("\0") || !text.isWellFormed();
