import { useRef, useState } from "react";
import { ApiError } from "../lib/api/api-error.ts";
import { waits } from "../lib/outbox/call-or-wait.ts";
import { useUnsent } from "../lib/outbox/unsent.ts";
import { toast } from "./toast-store.ts";

interface ToggleOptions<Answer> {
  /** The server's value. */
  isOn: boolean;
  /** What a choice in the outbox is about, if choices may wait there; `PUT` turns it on. */
  about?: string;
  /** Either call changes nothing when it is made twice. */
  save: (isOn: boolean) => Promise<Answer | typeof waits>;
  /** Called with each answer of the server. */
  onSaved?: (answer: Answer) => unknown;
  /** The server's state is unknown. */
  onFailed?: () => void;
  /** The sentence of a choice that could not be saved. */
  failure: (isOn: boolean) => string;
}

/**
 * Shows a choice such as a like immediately and syncs it to the server: one call at a time, and none for a choice that
 * was reverted before its turn.
 */
export function useToggle<Answer>(options: ToggleOptions<Answer>) {
  const { isOn, about = "", save, onSaved, onFailed, failure } = options;
  const [wanted, setWanted] = useState<boolean | null>(null);
  // The last choice that the server does not know yet.
  const unsent = useUnsent(about).findLast(({ state }) => state !== "refused");
  const known = unsent ? unsent.method === "PUT" : isOn;
  const goal = useRef(known);
  const isInFlight = useRef(false);

  async function follow() {
    isInFlight.current = true;
    try {
      let sent: boolean;
      do {
        sent = goal.current;
        const answer = await save(sent);
        if (answer !== waits) await onSaved?.(answer);
      } while (goal.current !== sent);
    } catch (error) {
      tell(error, failure(goal.current));
      onFailed?.();
    }
    isInFlight.current = false;
    setWanted(null);
  }

  function toggle() {
    goal.current = !(isInFlight.current ? goal.current : known);
    setWanted(goal.current);
    if (!isInFlight.current) void follow();
  }

  return {
    isOn: wanted ?? known,
    /** It is in the outbox. */
    isWaiting: unsent !== undefined && wanted === null,
    toggle,
  };
}

function tell(error: unknown, failure: string) {
  // An ended session leads to the login screen, which says so.
  if (error instanceof ApiError && error.status === 401) return;
  toast(error instanceof Error ? `${failure} ${error.message}` : failure, { kind: "error" });
}
