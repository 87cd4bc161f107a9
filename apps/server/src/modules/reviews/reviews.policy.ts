import type { ContentStatus } from "@cairn/contract";

/**
 * Verified admins decide about submitted items, never about their own. A waiting revision can be approved or flagged;
 * earlier decisions can be changed; a removed item stays removed.
 */
export interface ReviewState {
  readonly authorId: number;
  readonly status: ContentStatus;
  readonly latestRevision: number;
  readonly pendingRevision: number | null;
  readonly publishedRevision: number | null;
}

const isDecidable = ({ status }: ReviewState) => status !== "Draft" && status !== "Removed";

export const mayDecide = (adminId: number, item: ReviewState): boolean => adminId !== item.authorId;

/** Number of the revision that can be approved: the waiting one, or the flagged one. */
export function approvable(item: ReviewState): number | null {
  if (!isDecidable(item)) return null;
  return item.pendingRevision ?? (item.status === "Flagged" ? item.latestRevision : null);
}

/** Numbers of the revisions that can be flagged; the first is the default. */
export const flaggable = (item: ReviewState): number[] =>
  isDecidable(item) ? [item.pendingRevision, item.publishedRevision].filter((number) => number !== null) : [];

/** Number of the revision that a removal quotes: the one that the desk shows. */
export const removable = (item: ReviewState): number | null =>
  isDecidable(item) ? (item.pendingRevision ?? item.publishedRevision ?? item.latestRevision) : null;

/** The item's status after a flag: an approved revision stays public if only a newer one is flagged. */
export function statusAfterFlag(
  item: ReviewState,
  flagged: number,
): Extract<ContentStatus, "Published" | "Pending" | "Flagged"> {
  if (flagged !== item.publishedRevision) return item.publishedRevision === null ? "Flagged" : "Published";
  return item.pendingRevision === null ? "Flagged" : "Pending";
}

export const rightsOf = (adminId: number, item: ReviewState) => ({
  approve: mayDecide(adminId, item) && approvable(item) !== null,
  flag: mayDecide(adminId, item) && flaggable(item).length > 0,
  remove: mayDecide(adminId, item) && removable(item) !== null,
  renew: mayDecide(adminId, item) && item.publishedRevision !== null,
});
