import { useState } from "react";
import { useEntryState } from "./useEntryState.ts";

const readKey = (noted: unknown) => (typeof noted === "string" ? noted : null);

/**
 * The item of a list that is open in a modal. Opening adds a history entry, so that Back closes the modal. The item is
 * remembered by its key, never by its place in the list: a refresh may move it, or remove it while it is open.
 *
 * @param name the field of the history entry
 */
export function useOpenedItem<Item>(name: string, items: readonly Item[], keyOf: (item: Item) => string) {
  const { value: key, push, leave } = useEntryState(name, readKey);
  const [pressed, setPressed] = useState<Item | null>(null);
  const known = pressed === null ? items : [...items, pressed];
  return {
    opened: known.find((item) => keyOf(item) === key) ?? null,
    open: (item: Item) => {
      setPressed(item);
      push(keyOf(item));
    },
    close: leave,
  };
}
