import { ExternalFailure } from "../../../lib/external-failure.ts";
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
 * Reads the first 200 items of a list one by one and drops invalid ones. A list without a single usable item is a
 * broken answer, not an empty feed.
 * @throws ExternalFailure
 */
export function readItems<Item extends object>(
  list: unknown,
  readItem: (raw: unknown) => Item,
  identityOf: (item: Item) => string | number,
): ItemsRead<Item> {
  if (!Array.isArray(list)) throw new ExternalFailure("its items are no list");
  const items: Item[] = [];
  const dropped: DroppedItem[] = [];
  const seen = new Set<string | number>();
  for (const [index, raw] of list.slice(0, itemCap).entries()) {
    try {
      const item = readItem(raw);
      if (findUnstorableText(item) !== null) throw new ExternalFailure("it holds text that cannot be stored");
      if (seen.has(identityOf(item))) throw new ExternalFailure("another item is the same");
      seen.add(identityOf(item));
      items.push(item);
    } catch (error) {
      if (!(error instanceof ExternalFailure)) throw error;
      dropped.push({ index, problem: error.message });
    }
  }
  if (list.length > 0 && items.length === 0) throw new ExternalFailure("none of its items can be used");
  return { items, dropped };
}
