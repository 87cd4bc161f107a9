import { ApiError } from "../../lib/api/api-error.ts";

/** The item is another one by now: there is nothing to try again. */
export const isStale = (error: unknown) => error instanceof ApiError && error.code === "decision_stale";

/** Why an action did not come about, in words for the admin. */
export function actionProblem(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (isStale(error)) {
    return "This item has moved on, and nothing was decided. The list is up to date again: please read it once more.";
  }
  const [detail] = error.details;
  return detail ? `${error.message} ${detail.field}: ${detail.problem}` : error.message;
}
