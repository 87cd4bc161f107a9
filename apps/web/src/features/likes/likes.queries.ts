import { likeContent, unlikeContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";

/** Either call changes nothing when it is made twice. */
export const saveLike = (contentId: number, liked: boolean) =>
  api.call(liked ? likeContent : unlikeContent, { params: { id: contentId } });
