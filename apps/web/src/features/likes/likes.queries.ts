import { type LikeState, likeContent, unlikeContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";
import { callOrWait, callPath, type waits } from "../../lib/outbox/call-or-wait.ts";

/** What an unsent like of an item is about. */
export const aboutLike = (contentId: number) => `like:${contentId}`;

/** Either call changes nothing when it is made twice. */
export const saveLike = (contentId: number, liked: boolean): Promise<LikeState | typeof waits> => {
  const endpoint = liked ? likeContent : unlikeContent;
  return callOrWait(
    () => api.call(endpoint, { params: { id: contentId } }),
    () => ({
      kind: "like",
      about: aboutLike(contentId),
      ...callPath(endpoint, { id: contentId }),
      body: null,
      label: liked ? "Your like" : "Removing your like",
    }),
  );
};
