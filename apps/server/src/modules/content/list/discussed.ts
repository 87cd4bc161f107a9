import type { Database } from "../../../db/database.ts";
import type { Changes } from "../../../events/changes.ts";
import { LoadingCache } from "../../../events/loading-cache.ts";
import type { Clock } from "../../../lib/clock.ts";
import { mostDiscussed } from "../content.repository.ts";

/** Milliseconds. */
const week = 7 * 24 * 60 * 60 * 1000;
/** For so long, comments that became older than a week may still count. */
const keptFor = 60 * 60 * 1000;

interface Discussed {
  readonly ids: readonly number[];
  readonly at: number;
}

interface Dependencies {
  db: Database;
  changes: Pick<Changes, "on">;
  clock: Clock;
}

/** The most discussed items of the newest week (docs/rules.md#continue-and-most-discussed), kept until somebody comments. */
export function createDiscussed({ db, changes, clock }: Dependencies) {
  const kept = new LoadingCache<"week", Discussed>({
    changes,
    madeOf: { all: ["comments"] },
    most: 1,
    async load() {
      const at = clock().getTime();
      return new Map([["week", { ids: await mostDiscussed(db.query, new Date(at - week)), at }]] as const);
    },
  });

  /** Ids, most discussed first; some may no longer be public. */
  return async (): Promise<readonly number[]> => {
    const found = await kept.get("week");
    if (!found || clock().getTime() - found.at <= keptFor) return found?.ids ?? [];
    kept.drop("week");
    return (await kept.get("week"))?.ids ?? [];
  };
}
export type DiscussedIds = ReturnType<typeof createDiscussed>;
