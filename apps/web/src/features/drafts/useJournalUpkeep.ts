import { useEffect } from "react";
import { readSession, subscribeSession } from "../../lib/session/session.ts";
import { forgetOthers } from "./journal.ts";

/** When a session ends, the unsent work of everybody else leaves the device; its own stays (D41). */
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
