import type { AdminContent } from "../admin-model.ts";

export const isWaiting = ({ desk }: AdminContent) => typeof desk?.pending_revision === "number";

/** The rows among which an open item leads to its neighbours: those that wait if it waits, else all. */
export function stepsOf({ id }: AdminContent, rows: readonly AdminContent[]): readonly AdminContent[] {
  const row = rows.find((row) => row.id === id);
  return row && isWaiting(row) ? rows.filter(isWaiting) : rows;
}
