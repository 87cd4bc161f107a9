import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { User } from "../users/users.service.ts";

/**
 * Everyone can read published items. Only the author and verified admins can see an unpublished item: for anyone else
 * it does not exist (docs/rules.md#d26).
 */
export interface Viewer {
  readonly userId: number;
  readonly verifiedAdmin: boolean;
}

export const toViewer = (user: User): Viewer => ({ userId: user.id, verifiedAdmin: isVerifiedAdmin(user) });

export const seesUnpublished = (viewer: Viewer | null, authorId: number): boolean =>
  viewer !== null && (viewer.userId === authorId || viewer.verifiedAdmin);

export const canRead = (viewer: Viewer | null, item: { isPublished: boolean; authorId: number }): boolean =>
  item.isPublished || seesUnpublished(viewer, item.authorId);
