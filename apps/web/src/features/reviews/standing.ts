import {
  type ContentDetail,
  type ContentStatus,
  type Decision,
  formerMember,
  isRole,
  type Review,
  roleLabel,
} from "@cairn/contract";

/** How the displayed text relates to the ledger. */
export type Standing =
  /** A reviewer approved exactly this revision. */
  | { kind: "verified"; review: Review }
  /** The same, but the author has written a newer revision that no one has decided on. */
  | { kind: "stale"; review: Review; newer: number }
  /** Not approved, or the approval was revoked; with the last decision about it, if there is one. */
  | { kind: "unverified"; lastWord: Review | undefined };

/**
 * The mark requires an approving ledger row for exactly the displayed revision; the status alone never suffices
 * (docs/rules.md#verified-mark).
 */
export function standingOf(
  { status, revision, pending_revision }: Pick<ContentDetail, "status" | "revision" | "pending_revision">,
  reviews: readonly Review[],
): Standing {
  const about = reviews.filter((review) => review.revision === revision);
  const approval = about.find(({ decision }) => decision === "approved");
  if (status !== "Published" || approval === undefined) return { kind: "unverified", lastWord: about[0] };
  return pending_revision === undefined
    ? { kind: "verified", review: approval }
    : { kind: "stale", review: approval, newer: pending_revision };
}

/** The decision that counts for the displayed revision. */
export const wordOf = (standing: Standing): Review | undefined =>
  standing.kind === "unverified" ? standing.lastWord : standing.review;

/** The latest confirmation that the approved revision still holds; undefined if it was never renewed. */
export const renewalOf = (standing: Standing, reviews: readonly Review[]): Review | undefined =>
  standing.kind === "unverified"
    ? undefined
    : reviews.find(
        ({ decision, revision, seq }) =>
          decision === "reaffirmed" && revision === standing.review.revision && seq > standing.review.seq,
      );

/** In front of the reviewer's name. */
export const decidedBy: Record<Decision, string> = {
  approved: "Verified by",
  flagged: "Flagged by",
  removed: "Removed by",
  withdrawn: "Withdrawn by",
  reaffirmed: "Renewed by",
  superseded: "Marked as superseded by",
  reinstated: "Reinstated by",
};

/** The reviewer of a decision about another author's unpublished work is not public. */
export const reviewerOf = ({ reviewer, reviewer_erased }: Review): string =>
  reviewer?.name ?? (reviewer_erased ? formerMember : "a reviewer");

/** The ledger stores the role as text, so it may be a role that no longer exists. */
export function roleOf({ reviewer, reviewer_erased }: Review): string {
  if (!reviewer) return reviewer_erased ? "Account erased" : "Name not public";
  return isRole(reviewer.role) ? roleLabel[reviewer.role] : reviewer.role;
}

/** The next step for an item without a mark. */
export const nextStep: Record<ContentStatus, string> = {
  Draft: "It goes to a reviewer once it is submitted.",
  Pending: "A reviewer reads it before it becomes public.",
  Flagged: "A reviewer sent it back. It can be edited and submitted again.",
  Removed: "It is not shown to readers any more.",
  Published: "This revision has no approval in the ledger.",
};
