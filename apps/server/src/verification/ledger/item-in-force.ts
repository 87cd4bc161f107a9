import type { ContentStatus } from "@cairn/contract";
import { aboutStanding } from "../../modules/ledger/ledger.policy.ts";
import type { ItemToVerify } from "./verification.repository.ts";

type DecisionRow = ItemToVerify["decisions"][number];

/** The combined result of all decisions about an item, in order. */
interface InForce {
  /** The approval behind the revision that readers get; null if they get none. */
  readonly approval: DecisionRow | null;
  /**
   * The statuses that the item may have; which one depends on its author's actions, which the ledger does not record.
   */
  readonly statuses: readonly ContentStatus[];
  readonly isWithdrawn: boolean;
}

/**
 * A flag on an edit leaves the earlier approval in force; a flag on the public revision revokes it. What renews an item,
 * or says what replaces it, changes nothing of that.
 */
function inForce(decisions: readonly DecisionRow[]): InForce {
  let approval: DecisionRow | null = null;
  const deciding = decisions.filter(({ decision }) => !aboutStanding.includes(decision));
  for (const row of deciding) {
    if (row.decision === "approved") approval = row;
    else if (row.decision !== "flagged" || row.revisionId === approval?.revisionId) approval = null;
  }
  const last = deciding.at(-1)?.decision;
  const isWithdrawn = last === "withdrawn";
  if (isWithdrawn || last === "removed") return { approval, statuses: ["Removed"], isWithdrawn };
  if (approval) return { approval, statuses: ["Published"], isWithdrawn };
  return { approval, statuses: last ? ["Flagged", "Pending"] : ["Draft", "Pending"], isWithdrawn };
}

/** How an item differs from the result of its decisions; null if it does not. */
export function problemOfItem(item: ItemToVerify): string | null {
  const { decisions, lastDecision, wrongCopies } = item;
  const last = decisions.at(-1) ?? null;
  if (lastDecision !== (last?.seq ?? null)) {
    return lastDecision === null
      ? `it does not know of row ${last?.seq}, the newest about it`
      : `row ${lastDecision}, the newest about it, is not in the ledger`;
  }
  const force = inForce(decisions);
  const problem = problemOfService(item, force, last) ?? problemOfStatus(item, force, last);
  if (problem) return problem;
  if (!item.isDated) return "its date of publication is not that of its first approval";
  const [copy] = wrongCopies;
  return copy === undefined ? null : `the ${copy} that lists go by is not that of its revision`;
}

function problemOfService(
  { served, decisions }: ItemToVerify,
  { approval }: InForce,
  last: DecisionRow | null,
): string | null {
  if (!served) {
    if (!approval) return null;
    return `readers are not served revision ${approval.revision}, which row ${approval.seq} approved`;
  }
  const isOfServed = (row: DecisionRow) => row.revisionId === served.revisionId;
  if (!decisions.some((row) => row.decision === "approved" && isOfServed(row))) {
    return "the item is public without an approving row";
  }
  if (!approval) {
    return `readers are served what row ${last?.seq} says was ${last?.decision}`;
  }
  if (!isOfServed(approval)) {
    return `readers are served another revision than ${approval.revision}, which row ${approval.seq} approved`;
  }
  if (served.review !== approval.seq) {
    return `it names row ${served.review} as its approval, and the one in force is row ${approval.seq}`;
  }
  return null;
}

function problemOfStatus(
  { status, isWithdrawn }: ItemToVerify,
  force: InForce,
  last: DecisionRow | null,
): string | null {
  // A draft that its author deleted has no ledger row.
  if (!last && status === "Removed" && isWithdrawn) return null;
  if (!force.statuses.includes(status)) {
    const by = last ? `row ${last.seq} made it` : "without any decision it is";
    return `its status is ${status}, and ${by} ${force.statuses.join(" or ")}`;
  }
  if (isWithdrawn === force.isWithdrawn) return null;
  return isWithdrawn
    ? "its author is said to have taken it back, and no row says so"
    : `row ${last?.seq} says that its author took it back, and it is still there for its author`;
}
