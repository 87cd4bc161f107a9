/** Values that the browser would not keep (private mode, full storage): they live as long as this page. */
const kept = new Map<string, string>();

export function readItem(key: string): string | null {
  const value = kept.get(key);
  if (value !== undefined) return value;
  try {
    return window.localStorage.getItem(key);
  } catch {
    // Storage is switched off: nothing was ever stored.
    return null;
  }
}

export function writeItem(key: string, value: string) {
  try {
    window.localStorage.setItem(key, value);
    kept.delete(key);
  } catch {
    removeItem(key);
    kept.set(key, value);
  }
}

export function removeItem(key: string) {
  kept.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Storage is switched off: there is nothing to remove.
  }
}
