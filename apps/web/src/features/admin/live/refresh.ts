import { currentQueryClient } from "../../../lib/query-client.ts";

/**
 * After each action, and after each that was refused: an admin's decision shows on every screen of the site, and a
 * refusal mostly means that the screen is behind.
 */
export async function andRefresh<Value>(action: Promise<Value>): Promise<Value> {
  try {
    return await action;
  } finally {
    await currentQueryClient().invalidateQueries();
  }
}
