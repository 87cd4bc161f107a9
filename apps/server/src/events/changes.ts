import type { Database } from "../db/database.ts";

/** How many times shared data has changed, as far as this process knows. */
export interface Changes {
  readonly version: number;
}

/** Subscribes to the notices that the database sends when content, comments, categories or names change. */
export async function followChanges(db: Database): Promise<Changes> {
  let version = 0;
  const changed = () => {
    version += 1;
  };
  // Notices may have been missed while the connection was lost, so a gap counts as a change.
  await db.listen("shared_answers", changed, changed);
  return {
    get version() {
      return version;
    },
  };
}
