import { useEffect } from "react";
import { readSession, subscribeSession } from "../../lib/session/session.ts";

/**
 * When a session ends, deletes other members' unsent work from the device; the member's own stays (docs/rules.md#d41).
 */
export function useJournalUpkeep() {
  useEffect(() => {
    let owner = readSession().userId;
    // Not part of the page's first script, but loaded before a session can end.
    const journal = import("./journal.ts").catch(() => undefined);
    return subscribeSession(() => {
      const now = readSession().userId;
      if (owner !== null && now === null) void forgetOthersOf(owner);
      owner = now;
    });

    /** If its code could not be loaded, the end of the next session deletes them. */
    async function forgetOthersOf(member: number) {
      await (await journal)?.forgetOthers(member);
    }
  }, []);
}
