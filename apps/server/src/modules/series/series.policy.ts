import { seesUnpublished } from "../content/content.policy.ts";
import type { Viewer } from "../users/users.policy.ts";

/** A series without published items exists for its author and verified admins alone (docs/rules.md#series). */
export const canReadSeries = (
  viewer: Viewer | null,
  { authorId, publicItems }: { authorId: number; publicItems: number },
): boolean => publicItems > 0 || seesUnpublished(viewer, authorId);

/** Title and description are public without a review, so verified admins may change them, too. */
export const canChangeSeries = (viewer: Viewer, { authorId }: { authorId: number }): boolean =>
  seesUnpublished(viewer, authorId);
