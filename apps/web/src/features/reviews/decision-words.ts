import { type ContentStatus, type Decision, isRole, type Review, roleLabel } from "@cairn/contract";

/** In front of the reviewer's name. */
export const decidedBy: Record<Decision, string> = {
  approved: "Verified by",
  flagged: "Flagged by",
  removed: "Removed by",
  withdrawn: "Withdrawn by",
};

/** The ledger keeps the role as text: it may be one that no longer exists. */
export const roleOf = ({ reviewer: { role } }: Review) => (isRole(role) ? roleLabel[role] : role);

/** What comes next for an item that carries no mark. */
export const nextStep: Record<ContentStatus, string> = {
  Draft: "It goes to a reviewer once it is submitted.",
  Pending: "A reviewer reads it before anybody else does.",
  Flagged: "A reviewer sent it back. It can be edited and submitted again.",
  Removed: "It is not shown to readers any more.",
  Published: "The ledger holds no approval of this revision.",
};
