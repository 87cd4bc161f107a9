import { useEffect, useState } from "react";
import { readItem, watchItems } from "../../lib/storage.ts";

/**
 * A stored value of the reset flow, as of when the screen opened, updated when other tabs change it. Ignores this
 * screen's own changes: it clears used values as it leaves, and that must not redirect it.
 */
export function useSaved(key: string): string | null {
  const [value, setValue] = useState(() => readItem(key) || null);
  useEffect(() => watchItems([key], () => setValue(readItem(key) || null)), [key]);
  return value;
}
