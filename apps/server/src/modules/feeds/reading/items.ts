import { OutsideFailure } from "../../../lib/outside-failure.ts";
import { findUnstorableText } from "../../../lib/unstorable-text.ts";

export const itemCap = 200;

export interface DroppedItem {
  readonly index: number;
  readonly problem: string;
}

export interface ItemsRead<Item> {
  readonly items: Item[];
  readonly dropped: DroppedItem[];
}

/**
 * Reads the first 200 items of a list, each by itself: a bad one is dropped, the rest stay. A list of which nothing can
 * be used is a broken answer, not an empty feed.
 * @throws OutsideFailure
 */
export function readItems<Item extends object>(
  list: unknown,
  readItem: (raw: unknown) => Item,
  identityOf: (item: Item) => string | number,
): ItemsRead<Item> {
  if (!Array.isArray(list)) throw new OutsideFailure("its items are no list");
  const items: Item[] = [];
  const dropped: DroppedItem[] = [];
  const seen = new Set<string | number>();
  for (const [index, raw] of list.slice(0, itemCap).entries()) {
    try {
      const item = readItem(raw);
      if (findUnstorableText(item) !== null) throw new OutsideFailure("it holds half a character or a NUL");
      if (seen.has(identityOf(item))) throw new OutsideFailure("another item is the same");
      seen.add(identityOf(item));
      items.push(item);
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      dropped.push({ index, problem: error.message });
    }
  }
  if (list.length > 0 && items.length === 0) throw new OutsideFailure("none of its items can be used");
  return { items, dropped };
}
