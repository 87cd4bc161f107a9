/** Values that the browser refused to store (private mode, full storage); kept only until the page is closed. */
const kept = new Map<string, string>();

export function readItem(key: string): string | null {
  const value = kept.get(key);
  if (value !== undefined) return value;
  try {
    return window.localStorage.getItem(key);
  } catch {
    // Storage is disabled, so nothing was ever stored.
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

/** For values that must not be lost: returns false if the browser refuses, and leaves the old value in place. */
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
    // Storage is disabled, so there is nothing to remove.
  }
}

/** An item of this tab alone, which a reload keeps; null also if the browser refuses. */
export function readTabItem(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the item. What the browser refuses to store lives only as long as the page. */
export function writeTabItem(key: string, value: string | null) {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {
    // Storage is disabled or full.
  }
}

/** Parses a stored item. Its shape is not checked: anyone can edit what a browser stores. Null if it is missing or not JSON. */
export function fromJson(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? "null");
  } catch {
    return null;
  }
}

/** A stored value that should be text; empty for anything else. */
export const storedText = (value: unknown) => (typeof value === "string" ? value : "");

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Calls `onChange` when another tab changes one of the items, and when the page comes back from the back/forward cache,
 * where it may have missed that. Returns a function that stops it.
 */
export function watchItems(keys: readonly string[], onChange: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === null || keys.includes(key)) onChange();
  };
  const ended = new AbortController();
  window.addEventListener("storage", onStorage, ended);
  window.addEventListener("pageshow", onChange, ended);
  return () => ended.abort();
}
