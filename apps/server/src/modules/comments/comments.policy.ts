import type { Viewer } from "../users/users.policy.ts";

/** Only the author may change a comment. The author and verified admins may delete it. */
type Owned = { readonly authorId: number };

export const canEdit = (viewer: Viewer | null, comment: Owned): boolean =>
  viewer !== null && viewer.userId === comment.authorId;

export const canDelete = (viewer: Viewer | null, comment: Owned): boolean =>
  canEdit(viewer, comment) || viewer?.verifiedAdmin === true;
