import { type Decision, isRole, type Review, roleLabel } from "@cairn/contract";

/** In front of the reviewer's name. */
export const decidedBy: Record<Decision, string> = {
  approved: "Verified by",
  flagged: "Flagged by",
  removed: "Removed by",
  withdrawn: "Withdrawn by",
};

/** The ledger keeps the role as text: it may be one that no longer exists. */
export const roleOf = ({ reviewer: { role } }: Review) => (isRole(role) ? roleLabel[role] : role);
