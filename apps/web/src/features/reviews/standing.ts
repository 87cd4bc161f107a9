import type { ContentDetail, Review } from "@cairn/contract";

/** How the text on the page stands to the ledger. */
export type Standing =
  /** A reviewer approved exactly this revision. */
  | { kind: "verified"; review: Review }
  /** The same, but the author has written a newer one that nobody has decided about. */
  | { kind: "stale"; review: Review; newer: number }
  /** Nobody approved it, or an approval was taken back; with the last word about it, if there is one. */
  | { kind: "unverified"; lastWord: Review | undefined };

/** The mark is earned by an approving ledger row for the very revision that is shown, never by the status alone (D60). */
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

/** The decision that counts for the revision on the page. */
export const wordOf = (standing: Standing): Review | undefined =>
  standing.kind === "unverified" ? standing.lastWord : standing.review;
