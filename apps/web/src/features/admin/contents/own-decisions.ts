import { currentQueryClient } from "../../../lib/query-client.ts";
import { createStore, useStore } from "../../../lib/store.ts";

/** Items with a decision in flight from this tab. Until it settles, live news about them is its own echo. */
const deciding = createStore<ReadonlySet<number>>(new Set());

export const isDeciding = (id: number) => deciding.get().has(id);

export const useIsDeciding = (id: number) =>
  useStore({ get: () => isDeciding(id), subscribe: deciding.subscribe });

/**
 * Refreshes all queries after the decision, even a refused one: a decision shows on every screen, and a refusal mostly
 * means that the screen is stale. The open item stays as it was decided on until the caller has moved on.
 */
export async function decideHere<Result>(id: number, decide: () => Promise<Result>): Promise<Result> {
  deciding.set(new Set([...deciding.get(), id]));
  try {
    return await decide();
  } finally {
    setTimeout(() => {
      deciding.set(new Set([...deciding.get()].filter((other) => other !== id)));
      void currentQueryClient().invalidateQueries();
    });
  }
}
