import { NoRoomError } from "../../features/pending-posts/change-posts.ts";
import { UnderwayError } from "../../features/pending-posts/save-post.ts";

/** Why a post could not be kept, in words. */
export function savingFailure(error: unknown): Error {
  const cause = { cause: error };
  if (error instanceof NoRoomError) {
    return new Error(
      "There is no room for this post on this device. Nothing was lost: delete a post, or choose a smaller file.",
      cause,
    );
  }
  if (error instanceof UnderwayError) {
    return new Error(
      "This post is on its way to the reviewers. Stop that first, or wait until it is there.",
      cause,
    );
  }
  return new Error("This post could not be kept on this device. Please try again.", cause);
}
