import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { otherReader } from "../other-reader.ts";
import { useReportedAction } from "../useReportedAction.ts";
import { rightsOf } from "./content-rights.ts";

export type Verdict = "approve" | "flag" | "remove";
export type Open = (content: AdminContent, purpose: "read" | Verdict) => void;

/** What App, Flag and Rem do. Live, most of it is asked about first (D65), with what `onOpen` opens. */
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
