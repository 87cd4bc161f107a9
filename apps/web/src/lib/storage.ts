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

/** For what must not be lost: where the browser refuses, it says so and leaves what was there in its place. */
export function tryWriteItem(key: string, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    kept.delete(key);
    return true;
  } catch {
    return false;
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
