import { currentQueryClient } from "../../../lib/query-client.ts";

/**
 * Refreshes all queries after an action, even a refused one: a decision shows on every screen, and a refusal mostly
 * means that the screen is stale.
 */
export async function andRefresh<Value>(action: Promise<Value>): Promise<Value> {
  try {
    return await action;
  } finally {
    await currentQueryClient().invalidateQueries();
  }
}
