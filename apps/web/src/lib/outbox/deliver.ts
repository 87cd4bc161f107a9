import { isTemporary } from "../api/api-error.ts";
import type { Locks } from "../api/renewal.ts";
import { formOf } from "../api/send-form.ts";
import type { Outbox } from "./box.ts";
import { type OutboxEntry, refusals } from "./entry.ts";

export interface Delivery {
  owner: number;
  box: Outbox;
  /** The API's address, e.g. `https://cairn.test/api`. */
  base: string;
  /** Undefined in insecure contexts: two tabs may then send one entry, which the server takes once. */
  locks: Locks | undefined;
  /**
   * The owner's access token; null if they are not signed in here. `refused` is the one that the server has just
   * refused, or null. Throws if that cannot be found out now.
   */
  bearer: (refused: string | null) => Promise<string | null>;
  fetch?: typeof globalThis.fetch;
  isOnline?: () => boolean;
}

export interface Delivered {
  /** `later`: something still waits, and the server cannot be reached or asked for patience. */
  end: "empty" | "later" | "signed out";
  /** In milliseconds: how long the server asked to wait; null if it did not say. */
  pause: number | null;
  arrived: number;
  refused: readonly OutboxEntry[];
}

type Outcome =
  | { is: "arrived" }
  | { is: "refused"; problem: string }
  | { is: "later"; pause: number | null }
  | { is: "signed out" };

/**
 * Sends what waits for one member, one after the other in the order in which it was made, as the only sender of this
 * browser (docs/rules.md#d145). Each entry leaves the box only after the server's answer. For pages and the service
 * worker: it needs neither DOM nor React.
 */
export function deliver(delivery: Delivery): Promise<Delivered> {
  const { locks } = delivery;
  return locks ? locks.request("cairn-outbox", () => sendAll(delivery)) : sendAll(delivery);
}

async function sendAll(delivery: Delivery): Promise<Delivered> {
  const { owner, box, isOnline = () => true } = delivery;
  const refused: OutboxEntry[] = [];
  let arrived = 0;
  const over = (end: Delivered["end"], pause: number | null = null) => ({ end, pause, arrived, refused });
  for (;;) {
    const entry = await box.begin(owner, isOnline());
    if (!entry) return over(isOnline() ? "empty" : "later");
    const outcome = await send(entry, delivery);
    if (outcome.is === "arrived") {
      await box.remove(owner, entry.id, { hasArrived: true });
      arrived += 1;
    } else if (outcome.is === "refused") {
      await box.refuse(owner, entry.id, outcome.problem);
      refused.push({ ...entry, state: "refused", problem: outcome.problem });
    } else {
      await box.wait(owner, entry.id);
      return outcome.is === "later" ? over("later", outcome.pause) : over("signed out");
    }
  }
}

async function send(entry: OutboxEntry, { box, bearer, ...to }: Delivery): Promise<Outcome> {
  try {
    const file = entry.upload === null ? null : await box.fileOf(entry.id);
    const token = await bearer(null);
    if (token === null) return { is: "signed out" };
    const first = await request(entry, file, token, to);
    if (first.status !== 401) return await outcomeOf(first);
    const renewed = await bearer(token);
    if (renewed === null) return { is: "signed out" };
    const second = await request(entry, file, renewed, to);
    return second.status === 401 ? { is: "signed out" } : await outcomeOf(second);
  } catch {
    // No answer, or one that broke off: the server may have it, and the same key finds out.
    return { is: "later", pause: null };
  }
}

function request(
  { id, method, path, body, upload }: OutboxEntry,
  file: Blob | null,
  token: string,
  { base, fetch = globalThis.fetch }: Pick<Delivery, "base" | "fetch">,
): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${token}`, "idempotency-key": id });
  if (upload !== null) {
    return fetch(base + path, { method, headers, body: formOf(upload, body, file), credentials: "include" });
  }
  if (body !== null) headers.set("content-type", "application/json");
  return fetch(base + path, {
    method,
    headers,
    body: body === null ? null : JSON.stringify(body),
    credentials: "include",
  });
}

/** Only the site's own answers count: on a train another program may answer in its place, in HTML. */
async function outcomeOf(response: Response): Promise<Outcome> {
  const { status, ok } = response;
  const said = await readJson(response);
  if (ok && said !== undefined) return { is: "arrived" };
  if (isTemporary(status) || typeof said !== "object" || said === null) {
    return { is: "later", pause: pauseOf(response) };
  }
  const { code, error, message } = said as Partial<Record<string, unknown>>;
  if (code === "key_in_use") return { is: "refused", problem: refusals.keyUsed };
  const words = [error, message].find((text) => typeof text === "string" && text !== "");
  return { is: "refused", problem: String(words ?? refusals.unexplained) };
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Retry-After in milliseconds, at most an hour; null if the answer does not say. */
function pauseOf(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null;
}
