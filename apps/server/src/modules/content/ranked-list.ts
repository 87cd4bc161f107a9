import type { ContentItem } from "@cairn/contract";
import type { Queries } from "../../db/database.ts";
import type { Place } from "../../lib/cursor.ts";
import { type PublishedFilter, publishedPlaces, type Slice } from "./content.repository.ts";
import type { Taste } from "./interests.ts";

/** Items that stand together: a rank comes as a whole before the next, and inside it the newest is first. */
export interface Rank {
  readonly filter: PublishedFilter;
  /** What a signed-in reader is told about an item of this rank. */
  why(item: ContentItem): string;
}

export const everything: Rank = { filter: {}, why: () => "New on Cairn" };

/** Categories of interest, then texts that mention an interest, then everything else. */
export function ranksOf({ categories, words }: Taste): Rank[] {
  const ids = categories.map(({ id }) => id);
  const ranks: Rank[] = [];
  if (ids.length > 0) {
    ranks.push({ filter: { inCategories: ids }, why: (item) => `Because you follow ${item.category_name}` });
  }
  if (words.length > 0) {
    ranks.push({ filter: { notInCategories: ids, mentions: words }, why: () => "Matches your interests" });
  }
  return [...ranks, { ...everything, filter: { notInCategories: ids, doesNotMention: words } }];
}

/** Reads a slice of the ranks one after the other, from `startRank` on. */
export async function readRanks(
  db: Queries,
  ranks: readonly Rank[],
  { after, offset, limit }: Slice,
  startRank: number,
): Promise<(Place & { rank: number })[]> {
  // How many items of a rank an offset skips is known only by reading them; pages end at item 10,000 (limits.pageReach).
  const isSingle = ranks.length === 1;
  const wanted = isSingle ? limit : offset + limit;
  const places: (Place & { rank: number })[] = [];
  for (const [rank, { filter }] of ranks.entries()) {
    if (rank < startRank || places.length >= wanted) continue;
    const slice = {
      after: rank === startRank ? after : null,
      offset: isSingle ? offset : 0,
      limit: wanted - places.length,
    };
    places.push(...(await publishedPlaces(db, filter, slice)).map((place) => ({ ...place, rank })));
  }
  return isSingle ? places : places.slice(offset);
}
