import type { LikeState } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Bearer } from "../../plugins/bearer.ts";
import type { Transact } from "../../plugins/idempotency.ts";
import type { Limits } from "../../plugins/limits.ts";
import type { UserService } from "../users/users.service.ts";
import {
  deleteLike,
  findLikeState,
  insertLike,
  isLiked,
  type Like,
  latestLikedCategories,
} from "./likes.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  limits: Limits;
  clock: Clock;
}

/**
 * Derives a member's taste from the latest likes instead of storing it: the work is bounded, and a withdrawn like or an
 * item that moved to another category needs no bookkeeping.
 */
const likesThatShowTaste = 50;

export function createLikeService({ db, users, limits, clock }: Dependencies) {
  /** Only published items can be liked. @throws AppError content_not_found for any other item, even for its author. */
  async function change(
    { userId }: Bearer,
    contentId: number,
    transact: Transact<LikeState>,
    write: (tx: Transaction, like: Like) => Promise<void>,
  ): Promise<LikeState> {
    await limits.take("likeByUser", String(userId));
    await users.active(userId);
    return transact(async (tx) => {
      await write(tx, { contentId, userId });
      const state = await findLikeState(tx, { contentId, userId });
      if (!state) throw new AppError("content_not_found");
      return state;
    });
  }

  return {
    like: (bearer: Bearer, contentId: number, transact: Transact<LikeState>): Promise<LikeState> =>
      change(bearer, contentId, transact, (tx, like) => insertLike(tx, like, clock())),

    unlike: (bearer: Bearer, contentId: number, transact: Transact<LikeState>): Promise<LikeState> =>
      change(bearer, contentId, transact, deleteLike),

    isLiked: (like: Like): Promise<boolean> => isLiked(db.query, like),

    /** Number of latest likes that decide about a member's taste. */
    thatShowTaste: likesThatShowTaste,

    /** Ids of the categories in which a member liked posts, as of a given time. */
    categoriesLikedBy: (userId: number, asOf: Date): Promise<number[]> =>
      latestLikedCategories(db.query, userId, asOf, likesThatShowTaste),
  };
}
export type LikeService = ReturnType<typeof createLikeService>;
