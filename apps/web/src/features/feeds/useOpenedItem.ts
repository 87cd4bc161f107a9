import { useState } from "react";
import { type FeedItem, keyOf } from "./model/feed-item.ts";
import { useEntryState } from "./useEntryState.ts";

const readKey = (noted: unknown) => (typeof noted === "string" ? noted : null);

/** The item whose modal is open. It is a step in the history, so that Back closes it as readers expect. */
export function useOpenedItem(items: readonly FeedItem[]) {
  const { value: key, push, leave } = useEntryState("opened", readKey);
  const [pressed, setPressed] = useState<FeedItem | null>(null);
  // A refresh may drop the item from the list under its reader.
  const known = pressed ? [...items, pressed] : items;
  return {
    opened: known.find((item) => keyOf(item) === key) ?? null,
    open: (item: FeedItem) => {
      setPressed(item);
      push(keyOf(item));
    },
    close: leave,
  };
}
