import type { LikeState } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { UserService } from "../users/users.service.ts";
import {
  deleteLike,
  insertLike,
  isLiked,
  type Like,
  latestLikedCategories,
  lockLikes,
} from "./likes.repository.ts";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "active">;
  rateLimits: RateLimits;
  clock: Clock;
}

/**
 * Derives a member's taste from the latest likes instead of storing it: the work is bounded, and a withdrawn like or an
 * item that moved to another category needs no bookkeeping.
 */
const maxLikesForTaste = 50;

export function createLikeService({ db, users, rateLimits, clock }: Dependencies) {
  /**
   * Only published items can be liked. @throws AppError session_ended, content_not_found for any other item, even for
   * its author.
   */
  async function change(
    { userId }: Bearer,
    contentId: number,
    liked: boolean,
    transact: Transact<LikeState>,
  ): Promise<LikeState> {
    await rateLimits.take("likeByUser", String(userId));
    const like = { contentId, userId };
    return transact(async (tx) => {
      const before = await lockLikes(tx, like);
      if (before === null) {
        await users.active(userId, tx);
        throw new AppError("content_not_found");
      }
      if (liked) return { likes: before + Number(await insertLike(tx, like, clock())), liked };
      return { likes: before - Number(await deleteLike(tx, like)), liked };
    });
  }

  return {
    like: (bearer: Bearer, contentId: number, transact: Transact<LikeState>): Promise<LikeState> =>
      change(bearer, contentId, true, transact),

    unlike: (bearer: Bearer, contentId: number, transact: Transact<LikeState>): Promise<LikeState> =>
      change(bearer, contentId, false, transact),

    isLiked: (like: Like): Promise<boolean> => isLiked(db.query, like),

    /** Number of latest likes that decide about a member's taste. */
    maxForTaste: maxLikesForTaste,

    /** Ids of the categories in which a member liked posts, as of a given time. */
    categoriesLikedBy: (userId: number, asOf: Date): Promise<number[]> =>
      latestLikedCategories(db.query, userId, asOf, maxLikesForTaste),
  };
}
export type LikeService = ReturnType<typeof createLikeService>;
