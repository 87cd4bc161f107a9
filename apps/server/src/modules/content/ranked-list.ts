import type { ContentItem } from "@cairn/contract";
import type { Queries } from "../../db/database.ts";
import type { Place } from "../../lib/cursor.ts";
import { type PublishedFilter, publishedPlaces, type Slice } from "./content.repository.ts";
import type { Taste } from "./interests.ts";

/** Items that stand together: a rank comes as a whole before the next, and inside it the newest is first. */
export interface Rank {
  /** The same for every member, so that a cursor keeps its meaning when a rank appears or goes. */
  readonly number: number;
  readonly filter: PublishedFilter;
  /** What a signed-in reader is told about an item of this rank. */
  why(item: ContentItem): string;
}

export interface RankedPlace extends Place {
  readonly rank: Rank;
}

export const everything: Rank = { number: 0, filter: {}, why: () => "New on Cairn" };

/** Categories of interest, then texts that mention an interest, then categories liked before, then everything else. */
export function ranksOf({ followed, words, liked }: Taste): Rank[] {
  const onlyLiked = liked.filter((id) => !followed.includes(id));
  const ranks: Rank[] = [];
  if (followed.length > 0) {
    const filter = { inCategories: followed };
    ranks.push({ number: 0, filter, why: (item) => `Because you follow ${item.category_name}` });
  }
  if (words.length > 0) {
    const filter = { notInCategories: followed, mentions: words };
    ranks.push({ number: 1, filter, why: () => "Matches your interests" });
  }
  if (onlyLiked.length > 0) {
    const filter = { inCategories: onlyLiked, doesNotMention: words };
    ranks.push({ number: 2, filter, why: (item) => `Because you liked posts in ${item.category_name}` });
  }
  const filter = { notInCategories: [...followed, ...onlyLiked], doesNotMention: words };
  return [...ranks, { ...everything, number: 3, filter }];
}

/** Reads a slice of the ranks one after the other, from the rank of the cursor on. */
export async function readRanks(
  db: Queries,
  ranks: readonly Rank[],
  { after, offset, limit }: Slice,
  startRank: number,
): Promise<RankedPlace[]> {
  // How many items of a rank an offset skips is known only by reading them; pages end at item 10,000 (limits.pageReach).
  const isSingle = ranks.length === 1;
  const wanted = isSingle ? limit : offset + limit;
  const places: RankedPlace[] = [];
  for (const rank of ranks) {
    if (rank.number < startRank || places.length >= wanted) continue;
    const slice = {
      after: rank.number === startRank ? after : null,
      offset: isSingle ? offset : 0,
      limit: wanted - places.length,
    };
    places.push(...(await publishedPlaces(db, rank.filter, slice)).map((place) => ({ ...place, rank })));
  }
  return isSingle ? places : places.slice(offset);
}
