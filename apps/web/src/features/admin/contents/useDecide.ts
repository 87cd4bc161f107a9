import { type AdminContent, otherReader } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { useReportedAction } from "../useAction.ts";

export type Verdict = "approve" | "flag" | "remove";
export type Open = (content: AdminContent, purpose: "read" | Verdict) => void;

/**
 * What App, Flag and Rem do. With live data most of them ask first (docs/rules.md#d65), in the dialog that `onOpen`
 * opens.
 */
export function useDecide(onOpen: Open) {
  const { kind, actions } = useAdminSource();
  const report = useReportedAction();
  return async (content: AdminContent, verdict: Verdict, onAnswered?: () => void) => {
    if (!rightsOf(content)[verdict]) return;
    const isAsked = verdict !== "approve" || otherReader(content.reading, Date.now()) !== null;
    if (kind === "live" && isAsked) return onOpen(content, verdict);
    await report(() => actions[verdict](content));
    onAnswered?.();
  };
}

/**
 * What the server permits if it says so, else docs/rules.md#s4-admin-statuses: App unless approved, Flag unless
 * flagged, Rem always.
 */
export const rightsOf = ({ status, review }: AdminContent) =>
  review?.can ?? { approve: status !== "Approved", flag: status !== "Flagged", remove: true };
