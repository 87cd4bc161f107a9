import { type AdminContent, otherReader } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { useReportedAction } from "../useAction.ts";

export type Verdict = "approve" | "flag" | "remove";
export type Open = (content: AdminContent, purpose: "read" | Verdict) => void;

/** What an admin has typed and not sent, by item: a decision that is refused as stale does not lose it. */
export type Unsent = Map<number, string>;

/** Approves with the note that is typed for the item, if there is one, and forgets it. */
export function useApprove(notes?: Unsent) {
  const { actions } = useAdminSource();
  return async (content: AdminContent): Promise<string> => {
    const told = await actions.approve(content, notes?.get(content.id)?.trim());
    notes?.delete(content.id);
    return told;
  };
}

/**
 * What App, Flag and Rem do. With live data most of them ask first (docs/rules.md#d65), in the dialog that `onOpen`
 * opens. `notes` of the open item go with its approval.
 */
export function useDecide(onOpen: Open, notes?: Unsent) {
  const { kind, actions } = useAdminSource();
  const report = useReportedAction();
  const approve = useApprove(notes);
  return async (content: AdminContent, verdict: Verdict, onAnswered?: () => void) => {
    if (!rightsOf(content)[verdict]) return;
    const isAsked = verdict !== "approve" || otherReader(content.reading, Date.now()) !== null;
    if (kind === "live" && isAsked) return onOpen(content, verdict);
    await report(() => (verdict === "approve" ? approve(content) : actions[verdict](content)));
    onAnswered?.();
  };
}

/**
 * What the server permits if it says so, else docs/rules.md#s4-admin-statuses: App unless approved, Flag unless
 * flagged, Rem always.
 */
export const rightsOf = ({ status, review }: AdminContent) =>
  review?.can ?? { approve: status !== "Approved", flag: status !== "Flagged", remove: true };
