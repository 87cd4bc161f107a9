import type { Viewer } from "../users/users.policy.ts";

/**
 * Everyone can read published items. Only the author and verified admins can see an unpublished item: for anyone else
 * it does not exist (docs/rules.md#lists-of-content).
 */
export const seesUnpublished = (viewer: Viewer | null, authorId: number): boolean =>
  viewer !== null && (viewer.userId === authorId || viewer.verifiedAdmin);

export const canRead = (viewer: Viewer | null, item: { isPublished: boolean; authorId: number }): boolean =>
  item.isPublished || seesUnpublished(viewer, item.authorId);
