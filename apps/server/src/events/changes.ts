import type { Database } from "../db/database.ts";

/** How often what everybody reads has changed, as far as this process has heard. */
export interface Changes {
  readonly version: number;
}

/** Listens for the notices that the database sends when content, comments, categories or names change. */
export async function followChanges(db: Database): Promise<Changes> {
  let version = 0;
  const changed = () => {
    version += 1;
  };
  // A lost connection may have missed notices: that counts as a change.
  await db.listen("shared_answers", changed, changed);
  return {
    get version() {
      return version;
    },
  };
}
