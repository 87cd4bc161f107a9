import type { LikeState } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Transact } from "../../plugins/idempotency.ts";
import type { Limits } from "../../plugins/limits.ts";
import type { Bearer } from "../auth/sessions.ts";
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
 * Taste is read from the latest likes instead of being kept in a table of its own: the work is bounded, and
 * a like taken back or an item that moved to another category needs no bookkeeping.
 */
const likesThatShowTaste = 50;

export function createLikeService({ db, users, limits, clock }: Dependencies) {
  /** Only published items can be liked; any other is not found, its author's own included. */
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

    /** Ids of the categories that a member liked posts in, as of a time. */
    categoriesLikedBy: (userId: number, asOf: Date): Promise<number[]> =>
      latestLikedCategories(db.query, userId, asOf, likesThatShowTaste),
  };
}
export type LikeService = ReturnType<typeof createLikeService>;
