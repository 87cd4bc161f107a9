import type { Category, LanguageCode } from "@cairn/contract";
import type { Database } from "../../../db/database.ts";
import type { Changes } from "../../../events/changes.ts";
import { LoadingCache } from "../../../events/loading-cache.ts";
import type { LikeService } from "../../likes/likes.service.ts";
import type { Viewer } from "../../users/users.policy.ts";
import { isVerifiedAdmin } from "../../users/users.policy.ts";
import { tasteOf } from "./interests.ts";
import { type Rank, ranksOf } from "./ranked-list.ts";
import { findReaders, likesRead, type ReaderRow } from "./readers.repository.ts";

const maxReaders = 10_000;

/**
 * What reading needs to know of a member. Cached; other instances may be one second behind, so it may decide that a
 * member gets the public view, never more.
 */
export interface Reader extends Viewer {
  readonly active: boolean;
  readonly interests: readonly string[];
  /** Those that the member reads; none: all of them. */
  readonly languages: readonly LanguageCode[];
  /** The latest likes: each item with its category, null if it is not published. */
  readonly likes: ReadonlyMap<number, number | null>;
  readonly hasMoreLikes: boolean;
  readonly lastLikeAt: Date | null;
}

interface Dependencies {
  readonly db: Database;
  readonly likes: LikeService;
  readonly changes: Changes;
}

/** Caches members with what decides their lists, until a notice names them. */
export function createReaders({ db, likes, changes }: Dependencies) {
  const readers = new LoadingCache<number, Reader>({
    changes,
    // A liked item may now be in another category.
    madeOf: { key: ["user", "likes"], all: ["list"] },
    most: maxReaders,
    async load(ids) {
      const rows = await findReaders(db.query, ids);
      return new Map(rows.map((row) => [row.id, toReader(row)]));
    },
  });

  async function likedAsOf(reader: Reader, asOf: Date): Promise<readonly number[]> {
    if (reader.lastLikeAt && reader.lastLikeAt > asOf) return likes.categoriesLikedBy(reader.userId, asOf);
    const latest = [...reader.likes.values()].slice(0, likes.maxForTaste);
    return [...new Set(latest)].filter((category) => category !== null);
  }

  return {
    get: (userId: number): Promise<Reader | undefined> => readers.get(userId),

    async likes(reader: Reader, contentId: number): Promise<boolean> {
      if (reader.likes.has(contentId)) return true;
      return reader.hasMoreLikes && likes.isLiked({ contentId, userId: reader.userId });
    },

    /** The ranks of a member's list, from their interests and the likes up to a given time. */
    async ranks(reader: Reader, categories: readonly Category[], asOf: Date): Promise<readonly Rank[]> {
      return ranksOf(tasteOf(reader.interests, await likedAsOf(reader, asOf), categories));
    },
  };
}
export type Readers = ReturnType<typeof createReaders>;

function toReader(row: ReaderRow): Reader {
  const used = row.latestLikes.slice(0, likesRead - 1);
  const [newest] = used;
  return {
    userId: row.id,
    verifiedAdmin: isVerifiedAdmin(row),
    active: row.active,
    interests: row.interests,
    languages: row.languages,
    likes: new Map(used.map(([id, category]) => [id, category])),
    hasMoreLikes: row.latestLikes.length === likesRead,
    lastLikeAt: newest ? new Date(newest[2]) : null,
  };
}
