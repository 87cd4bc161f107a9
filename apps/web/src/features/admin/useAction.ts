import { useRef, useState } from "react";
import { toast } from "../../ui/toast-store.ts";
import { actionProblem, isStale } from "./action-problem.ts";

/** For a form or dialog: one action at a time. What goes wrong stays in view, for another try. */
export function useAction() {
  const [problem, setProblem] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const isUnderway = useRef(false);

  /** Whether there is nothing left to do. */
  async function run(action: () => Promise<string>): Promise<boolean> {
    if (isUnderway.current) return false;
    isUnderway.current = true;
    setWorking(true);
    setProblem(undefined);
    try {
      toast(await action());
      return true;
    } catch (error) {
      const text = actionProblem(error);
      if (isStale(error)) toast(text, { kind: "error" });
      else setProblem(text);
      return isStale(error);
    } finally {
      isUnderway.current = false;
      setWorking(false);
    }
  }

  return { run, problem, isWorking };
}
