import { ApiError, isTemporary } from "../api/api-error.ts";
import type { Locks } from "../api/renewal.ts";
import type { Progress } from "../api/send-form.ts";
import type { Outbox } from "./box.ts";
import { type OutboxEntry, RefusedError, refusals } from "./entry.ts";

/** What a call with a file may say and hear meanwhile. */
export interface Watch {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export interface Delivery {
  owner: number;
  box: Outbox;
  /** Undefined in insecure contexts: two tabs may then send one entry, which the server takes once. */
  locks: Locks | undefined;
  /**
   * Sends an entry for its owner; resolves to the server's answer.
   * @throws ApiError, with 401 if the owner is not signed in; RefusedError
   */
  call: (entry: OutboxEntry) => Promise<unknown>;
  isOnline?: () => boolean;
}

export interface Delivered {
  /** `later`: something still waits, and the server cannot be reached or asked for patience. */
  end: "empty" | "later" | "signed out";
  /** In milliseconds: how long the server asked to wait; undefined if it did not say. */
  pause: number | undefined;
  arrived: number;
  refused: readonly OutboxEntry[];
}

type Outcome =
  | { is: "arrived" | "signed out" }
  | { is: "refused"; problem: string }
  | { is: "later"; pause: number | undefined };

/**
 * Sends what waits for one member, one after the other in the order in which it was made, as the only sender of this
 * browser (docs/rules.md#outbox). Each entry leaves the box only after the server's answer.
 */
export function deliver(delivery: Delivery): Promise<Delivered> {
  const { locks } = delivery;
  return locks ? locks.request("cairn-outbox", () => sendAll(delivery)) : sendAll(delivery);
}

async function sendAll({ owner, box, call, isOnline = () => true }: Delivery): Promise<Delivered> {
  const refused: OutboxEntry[] = [];
  let arrived = 0;
  const over = (end: Delivered["end"], pause?: number) => ({ end, pause, arrived, refused });
  for (;;) {
    const entry = await box.begin(owner, isOnline());
    if (!entry) return over(isOnline() ? "empty" : "later");
    const outcome = await outcomeOf(call(entry));
    if (outcome.is === "arrived") {
      await box.remove(owner, entry.id, { isSending: true });
      arrived += 1;
    } else if (outcome.is === "refused") {
      await box.refuse(owner, entry.id, outcome.problem);
      refused.push({ ...entry, state: "refused", problem: outcome.problem });
    } else {
      await box.wait(owner, entry.id);
      // Its member took it back while it was being sent.
      if (!(await box.list(owner)).some(({ id }) => id === entry.id)) continue;
      return outcome.is === "later" ? over("later", outcome.pause) : over("signed out");
    }
  }
}

/** After no answer the server may have the entry, and the same key finds out. */
async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return (await call) === undefined ? { is: "later", pause: undefined } : { is: "arrived" };
  } catch (error) {
    if (error instanceof RefusedError) return { is: "refused", problem: error.message };
    if (!(error instanceof ApiError)) return { is: "later", pause: undefined };
    const { status, code, said, body } = error;
    if (status === 401) return { is: "signed out" };
    // Only the site's own answers count: on a train another program may answer in its place, in HTML.
    if (isTemporary(status) || body === undefined) return { is: "later", pause: pauseOf(error) };
    return {
      is: "refused",
      problem: code === "key_in_use" ? refusals.keyUsed : (said ?? refusals.unexplained),
    };
  }
}

/** In milliseconds, at most an hour. */
function pauseOf({ headers }: ApiError) {
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds, 3600) * 1000 : undefined;
}
