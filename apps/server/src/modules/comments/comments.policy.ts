import type { Viewer } from "../content/content.policy.ts";

/** A comment is its author's to change. Its author and verified admins may delete it. */
type Owned = { readonly authorId: number };

export const canEdit = (viewer: Viewer | null, comment: Owned): boolean =>
  viewer !== null && viewer.userId === comment.authorId;

export const canDelete = (viewer: Viewer | null, comment: Owned): boolean =>
  canEdit(viewer, comment) || viewer?.verifiedAdmin === true;
