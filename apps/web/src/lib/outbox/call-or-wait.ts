import type { EndpointDefinition } from "@cairn/contract";
import { ApiError } from "../api/api-error.ts";
import { pathOf } from "../api/send.ts";
import { readSession } from "../session/session.ts";
import type { NewEntry } from "./entry.ts";
import { somethingWaits } from "./unsent.ts";

/** Says that an act is in the outbox. */
export const waits = Symbol("waits");

export type Act = Omit<NewEntry, "owner" | "place" | "tried_at">;

/** A call's method and path as an act has them. */
export const callPath = (
  endpoint: EndpointDefinition,
  params: { id: number },
): Pick<Act, "method" | "path"> => ({
  method: endpoint.method as Act["method"],
  path: pathOf(endpoint, params),
});

/**
 * Makes a call at once; if the network is not there, or something earlier still waits, the act goes into the outbox
 * (docs/rules.md#outbox). `act` is called only in that case. Throws what the call throws, and OutboxFullError.
 */
export async function callOrWait<Answer>(
  call: () => Promise<Answer>,
  act: () => Act,
): Promise<Answer | typeof waits> {
  const { userId } = readSession();
  const isBehind = userId !== null && somethingWaits(userId);
  let cut: unknown = new ApiError("network", 0);
  if (!isBehind) {
    try {
      return await call();
    } catch (error) {
      const isCut = error instanceof ApiError && error.code === "network";
      if (!isCut || userId === null || readSession().userId !== userId) throw error;
      cut = error;
    }
  }
  const tried_at = isBehind || navigator.onLine === false ? null : new Date().toISOString();
  try {
    const { queue } = await import("./sender.ts");
    await queue({ ...act(), owner: userId, place: window.location.pathname, tried_at });
  } catch (error) {
    // Without a usable IndexedDB the failed call is what happened.
    throw error instanceof Error && error.name === "OutboxFullError" ? error : cut;
  }
  return waits;
}
