import { type ContentStatus, type Decision, isRole, type Review, roleLabel } from "@cairn/contract";

/** In front of the reviewer's name. */
export const decidedBy: Record<Decision, string> = {
  approved: "Verified by",
  flagged: "Flagged by",
  removed: "Removed by",
  withdrawn: "Withdrawn by",
  reaffirmed: "Renewed by",
  superseded: "Marked as superseded by",
  reinstated: "No longer superseded, by",
};

/** The reviewer of a decision about another author's unpublished work is not public. */
export const reviewerOf = ({ reviewer }: Review): string => reviewer?.name ?? "a reviewer";

/** The ledger stores the role as text, so it may be a role that no longer exists. */
export function roleOf({ reviewer }: Review): string {
  if (!reviewer) return "Name not public";
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
