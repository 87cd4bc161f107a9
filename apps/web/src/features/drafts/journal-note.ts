import { readItem, removeItem, writeItem } from "../../lib/storage.ts";

/**
 * Words on their way to the journal. A page that is being closed has no time left for IndexedDB, but has for this; it
 * goes again as soon as the words have arrived.
 */
const prefix = "cairn-journal.";

const keyOf = (owner: number, form: string) => `${prefix}${owner}.${form}`;

export const readNote = (owner: number, form: string) => readItem(keyOf(owner, form));
export const writeNote = (owner: number, form: string, text: string) => writeItem(keyOf(owner, form), text);
export const removeNote = (owner: number, form: string) => removeItem(keyOf(owner, form));

export function removeOthersNotes(owner: number) {
  const others = Object.keys(window.localStorage).filter(
    (key) => key.startsWith(prefix) && !key.startsWith(keyOf(owner, "")),
  );
  for (const key of others) removeItem(key);
}
