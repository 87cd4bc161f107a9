import type { ContentItem } from "@cairn/contract";
import type { Queries } from "../../../db/database.ts";
import type { Position } from "../../../lib/cursor.ts";
import { type PublishedFilter, publishedPositions, type Slice } from "../content.repository.ts";
import type { Taste } from "./interests.ts";

/** All given filters must match. */
export interface RankFilter extends Omit<PublishedFilter, "among" | "except"> {
  /** The newest texts that mention any of these phrases. */
  readonly mentions?: readonly string[];
  /** All others. */
  readonly doesNotMention?: readonly string[];
}

/** A group of items: all of one rank come before the next, newest first within a rank. */
export interface Rank {
  /** The same for every member, so that a cursor stays valid when a rank appears or disappears. */
  readonly number: number;
  readonly filter: RankFilter;
  /** The reason that a signed-in reader sees for an item of this rank. */
  why(item: ContentItem): string;
}

export interface RankedPosition extends Position {
  readonly rank: Rank;
}

export const everything: Rank = { number: 0, filter: {}, why: () => "New here" };

/** Categories of interest, then texts that mention an interest, then categories liked before, then everything else. */
export function ranksOf({ followed, words, liked }: Taste): Rank[] {
  const onlyLiked = liked.filter((id) => !followed.includes(id));
  const ranks: Rank[] = [];
  if (followed.length > 0) {
    const filter = { inCategories: followed };
    ranks.push({ number: 0, filter, why: (item) => `In your interests: ${item.category_name}` });
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

/** A rank whose phrases were looked for. */
export interface ReadableRank {
  readonly number: number;
  readonly filter: PublishedFilter;
}

/** The rank with ids in place of phrases: `idsOf` gives the items that mention a phrase. */
export async function readable(
  { number, filter }: Pick<Rank, "number" | "filter">,
  idsOf: (phrases: readonly string[]) => Promise<readonly number[]>,
): Promise<ReadableRank> {
  const { mentions, doesNotMention, ...others } = filter;
  return {
    number,
    filter: {
      ...others,
      ...(mentions?.length && { among: await idsOf(mentions) }),
      ...(doesNotMention?.length && { except: await idsOf(doesNotMention) }),
    },
  };
}

/** Reads a slice across the ranks in order, starting at the cursor's rank. */
export async function readRanks(
  db: Queries,
  ranks: readonly ReadableRank[],
  { after, offset, limit }: Slice,
  startRank: number,
): Promise<(Position & { readonly rank: number })[]> {
  // Skipping an offset across ranks requires reading the skipped items; pages end at item 10,000 (limits.pageReach).
  const isSingle = ranks.length === 1;
  const wanted = isSingle ? limit : offset + limit;
  const found: (Position & { readonly rank: number })[] = [];
  for (const { number, filter } of ranks) {
    if (number < startRank || found.length >= wanted) continue;
    const slice = {
      after: number === startRank ? after : null,
      offset: isSingle ? offset : 0,
      limit: wanted - found.length,
    };
    const positions = await publishedPositions(db, filter, slice);
    found.push(...positions.map((position) => ({ ...position, rank: number })));
  }
  return isSingle ? found : found.slice(offset);
}
