import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { ErrorState } from "../../ui/State.tsx";
import { dismissToast, type Toast, toast, toasts } from "../../ui/toast-store.ts";
import * as css from "./admin.module.css";
import { useAdminCalls } from "./admin-calls.ts";

/** The message that is still shown, and how many actions it stands for. */
const shown = { id: 0, count: 0 };

/**
 * Tells of a success; on the sample it says that nothing real has changed. Quick actions share one message, which counts
 * them: one for each would cover the buttons.
 */
function useTell() {
  const { kind } = useAdminCalls();
  return (text: string, action?: Toast["action"]) => {
    const goesOn = toasts.get().some(({ id }) => id === shown.id);
    shown.count = goesOn ? shown.count + 1 : 1;
    dismissToast(shown.id);
    const words = kind === "sample" ? `Sample: ${text}` : text;
    shown.id = toast(shown.count > 1 ? `${words} (${shown.count} in a row)` : words, action && { action });
  };
}

/**
 * For a form or dialog: a success is told by a toast, with the button `next` if there is one; an error stays in view so
 * that the admin can retry.
 */
export function useAction() {
  const tell = useTell();
  const { send, isSending, failure } = useSend(actionProblem);

  /** Resolves to whether the form or dialog has nothing left to do. */
  async function run(action: () => Promise<string>, next?: Toast["action"]): Promise<boolean> {
    let isOver = false;
    await send(async () => {
      try {
        tell(await action(), next);
      } catch (error) {
        if (!isStale(error)) throw error;
        toast(actionProblem(error), { kind: "error" });
      }
      isOver = true;
    });
    return isOver;
  }

  return { run, problem: failure ?? undefined, isWorking: isSending };
}

/** For the buttons of a row: a toast tells of success and failure. Resolves to whether the action succeeded. */
export function useReportedAction() {
  const tell = useTell();
  const { send } = useSend(actionProblem);
  return async (action: () => Promise<string>, next?: Toast["action"]): Promise<boolean> => {
    let isDone = false;
    await send(async () => {
      try {
        tell(await action(), next);
        isDone = true;
      } catch (error) {
        toast(actionProblem(error), { kind: "error" });
      }
    });
    return isDone;
  };
}

/** The item has changed since the admin opened it, so retrying cannot help. */
const isStale = (error: unknown) => error instanceof ApiError && error.code === "decision_stale";

/** Why an action failed, in words for the admin. Rethrows anything that is not an ApiError. */
export function actionProblem(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (isStale(error)) {
    return "This item changed, so your decision wasn’t saved. Review the new version.";
  }
  return error.message;
}

/** Why an action failed, shown next to where the admin started it. */
export function ActionProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className={css.problem}>
      <Alert kind="danger" text={text} />
    </div>
  );
}

/** Says that the query failed, with a button to try again; nothing while it is tried again. */
export function LoadFailure({ query }: { query: Pick<UseQueryResult, "error" | "isFetching" | "refetch"> }) {
  const { error, isFetching, refetch } = query;
  if (!error || isFetching) return null;
  return <ErrorState title="This could not be loaded." text={error.message} onRetry={() => void refetch()} />;
}
