import { type FeedItem, keyOf } from "./model/feed-item.ts";
import { useEntryState } from "./useEntryState.ts";

const readKey = (noted: unknown) => (typeof noted === "string" ? noted : null);

/** The item whose modal is open. It is a step in the history, so that Back closes it as readers expect. */
export function useOpenedItem(items: readonly FeedItem[]) {
  const opened = useEntryState("opened", readKey);
  return {
    opened: items.find((item) => keyOf(item) === opened.value) ?? null,
    open: (item: FeedItem) => opened.push(keyOf(item)),
    close: opened.leave,
  };
}
