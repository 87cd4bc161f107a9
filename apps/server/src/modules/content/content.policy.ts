import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { User } from "../users/users.service.ts";

/**
 * Everyone reads what is published. What is not is known to its author and to verified admins alone:
 * for anybody else it does not exist (D26).
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
