import { useState } from "react";
import { type FeedItem, keyOf } from "./model/feed-item.ts";
import { useEntryState } from "./useEntryState.ts";

const readKey = (noted: unknown) => (typeof noted === "string" ? noted : null);

/** The item open in the modal. Opening adds a history entry, so that Back closes the modal. */
export function useOpenedItem(items: readonly FeedItem[]) {
  const { value: key, push, leave } = useEntryState("opened", readKey);
  const [pressed, setPressed] = useState<FeedItem | null>(null);
  // A refresh may remove the open item from the list.
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
