import type { ContentStatus } from "@cairn/contract";

/**
 * Verified admins decide about what authors have sent, never about their own items. A waiting revision can be approved
 * or flagged; what was decided before can be decided otherwise; what is removed stays removed.
 */
export interface Standing {
  readonly authorId: number;
  readonly status: ContentStatus;
  readonly latestRevision: number;
  readonly pendingRevision: number | null;
  readonly publishedRevision: number | null;
}

const isDecidable = ({ status }: Standing) => status !== "Draft" && status !== "Removed";

export const mayDecide = (adminId: number, item: Standing): boolean => adminId !== item.authorId;

/** Number of the revision that an approval can be about: the waiting one, or the flagged one. */
export function approvable(item: Standing): number | null {
  if (!isDecidable(item)) return null;
  return item.pendingRevision ?? (item.status === "Flagged" ? item.latestRevision : null);
}

/** Numbers of the revisions that can be flagged; the first is meant when none is named. */
export const flaggable = (item: Standing): number[] =>
  isDecidable(item) ? [item.pendingRevision, item.publishedRevision].filter((number) => number !== null) : [];

/** Number of the revision that a removal is about: what the desk shows. */
export const removable = (item: Standing): number | null =>
  isDecidable(item) ? (item.pendingRevision ?? item.publishedRevision ?? item.latestRevision) : null;

/** Where a flag leaves an item: an approved revision stays public while a newer one is refused. */
export function statusAfterFlag(
  item: Standing,
  flagged: number,
): Extract<ContentStatus, "Published" | "Pending" | "Flagged"> {
  if (flagged !== item.publishedRevision) return item.publishedRevision === null ? "Flagged" : "Published";
  return item.pendingRevision === null ? "Flagged" : "Pending";
}

export const rightsOf = (adminId: number, item: Standing) => ({
  approve: mayDecide(adminId, item) && approvable(item) !== null,
  flag: mayDecide(adminId, item) && flaggable(item).length > 0,
  remove: mayDecide(adminId, item) && removable(item) !== null,
});
