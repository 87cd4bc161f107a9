import { useRef } from "react";
import { toast } from "../../ui/toast-store.ts";
import { actionProblem } from "./action-problem.ts";

/** For the buttons of a row: one action at a time, and a word in passing about what it did or why it did not. */
export function useReportedAction() {
  const isUnderway = useRef(false);
  return async (action: () => Promise<string>): Promise<void> => {
    if (isUnderway.current) return;
    isUnderway.current = true;
    try {
      toast(await action());
    } catch (error) {
      toast(actionProblem(error), { kind: "error" });
    }
    isUnderway.current = false;
  };
}
