import { useEffect, useState } from "react";
import { readItem } from "../../lib/storage.ts";

/**
 * A value of the chain as it was saved when the screen opened, and as other tabs change it. What this screen itself
 * changes does not come back here: it clears what it has used up on its way out, and must not be sent elsewhere by that.
 */
export function useSaved(key: string): string | null {
  const [value, setValue] = useState(() => readItem(key) || null);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      // No key: the whole storage was cleared.
      if (event.key === key || event.key === null) setValue(readItem(key) || null);
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [key]);
  return value;
}
