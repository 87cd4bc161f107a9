import { useEffect } from "react";
import { readSession, subscribeSession } from "../../lib/session/session.ts";
import { forgetOthers } from "./journal.ts";

/**
 * When a session ends, deletes other members' unsent work from the device; the member's own stays (docs/rules.md#d41).
 */
export function useJournalUpkeep() {
  useEffect(() => {
    let owner = readSession().userId;
    return subscribeSession(() => {
      const now = readSession().userId;
      if (owner !== null && now === null) void forgetOthers(owner);
      owner = now;
    });
  }, []);
}
