import type { LikeState } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import { type Once, placeholders } from "../../calls/idempotency.ts";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Limits } from "../../limits/limits.ts";
import { isLiked, type Like, latestLikedCategories, writeLike } from "./likes.repository.ts";

interface Dependencies {
  db: Database;
  limits: Limits;
  clock: Clock;
}

/**
 * Derives a member's taste from the latest likes instead of storing it: the work is bounded, and a withdrawn like or an
 * item that moved to another category needs no bookkeeping.
 */
const maxLikesForTaste = 50;

export function createLikeService({ db, limits, clock }: Dependencies) {
  /**
   * Only published items can be liked. @throws AppError session_ended, content_not_found for any other item, even for
   * its author.
   */
  async function change(
    { userId }: Bearer,
    contentId: number,
    liked: boolean,
    once: Once<LikeState>,
  ): Promise<LikeState> {
    await limits.take("likeByUser", String(userId));
    const unknown = placeholders();
    const { likes } = await once(
      (key) => writeLike(db.query, { contentId, userId, liked, at: clock(), key, unknown }),
      () => ({ likes: unknown.number, liked }),
    );
    return { likes, liked };
  }

  return {
    like: (bearer: Bearer, contentId: number, once: Once<LikeState>): Promise<LikeState> =>
      change(bearer, contentId, true, once),

    unlike: (bearer: Bearer, contentId: number, once: Once<LikeState>): Promise<LikeState> =>
      change(bearer, contentId, false, once),

    isLiked: (like: Like): Promise<boolean> => isLiked(db.query, like),

    /** Number of latest likes that decide about a member's taste. */
    maxForTaste: maxLikesForTaste,

    /** Ids of the categories in which a member liked posts, as of a given time. */
    categoriesLikedBy: (userId: number, asOf: Date): Promise<number[]> =>
      latestLikedCategories(db.query, userId, asOf, maxLikesForTaste),
  };
}
export type LikeService = ReturnType<typeof createLikeService>;
