import type { LikeState } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database } from "../../db/database.ts";
import { ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Limits } from "../../limits/limits.ts";
import type { UserService } from "../users/users.service.ts";
import {
  deleteLike,
  insertLike,
  isLiked,
  type Like,
  latestLikedCategories,
  likesOf,
} from "./likes.repository.ts";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "active">;
  limits: Limits;
  clock: Clock;
}

/**
 * Derives a member's taste from the latest likes instead of storing it: the work is bounded, and a withdrawn like or an
 * item that moved to another category needs no bookkeeping.
 */
const maxLikesForTaste = 50;

export function createLikeService({ db, users, limits, clock }: Dependencies) {
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
    await limits.take("likeByUser", String(userId));
    await users.active(userId);
    const like = { contentId, userId };
    return transact(async (tx) => {
      await (liked ? insertLike(tx, like, clock()) : deleteLike(tx, like));
      // Read after the write, which waits for a concurrent decision about the item.
      const likes = await likesOf(tx, contentId);
      ensure(likes !== null, "content_not_found");
      return { likes, liked };
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
