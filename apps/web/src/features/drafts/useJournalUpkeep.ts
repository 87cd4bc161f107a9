import { useEffect } from "react";
import { readSession, subscribeSession } from "../../lib/session/session.ts";

/**
 * When a session ends, deletes other members' unsent work from the device; the member's own stays (docs/rules.md#d41).
 */
export function useJournalUpkeep() {
  useEffect(() => {
    // Not part of the page's first script, but loaded before a session can end. If that fails, the end of the next
    // session deletes the work.
    const journal = import("./journal.ts").catch(() => undefined);
    let owner = readSession().userId;
    return subscribeSession(() => {
      const [ended, now] = [owner, readSession().userId];
      owner = now;
      if (ended !== null && now === null) void journal.then((loaded) => loaded?.forgetOthers(ended));
    });
  }, []);
}
