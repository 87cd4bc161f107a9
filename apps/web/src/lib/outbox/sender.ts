import type { EndpointDefinition } from "@cairn/contract";
import { api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { newIdempotencyKey } from "../idempotency-key.ts";
import { currentQueryClient } from "../query-client.ts";
import { readSession } from "../session/session.ts";
import { ownerOf } from "../session/token-owner.ts";
import { removeItem, watchItems, writeItem } from "../storage.ts";
import { createOutbox, deviceStore } from "./box.ts";
import { type Delivered, deliver, type Watch } from "./deliver.ts";
import type { NewEntry, OutboxEntry } from "./entry.ts";
import { sendingProgress, unsent, waitingKey } from "./unsent.ts";

/** In milliseconds: the first pause after a failed attempt; it doubles up to the longest. */
const firstPause = 2_000;
const longestPause = 300_000;

/** This key of local storage gets a new value after each change, which tells the other tabs to read the outbox again. */
const changedKey = "outbox";

const box = createOutbox(deviceStore(), {
  async onChange(owner) {
    writeItem(changedKey, newIdempotencyKey());
    await look(owner).catch(() => {});
  },
});

/** Reads what waits, for this tab's screens and for its next start. */
async function look(owner: number): Promise<void> {
  const entries = await box.list(owner);
  // Nothing else depends on a post, and its file may take minutes.
  const waiting = entries.filter(({ state, kind }) => state !== "refused" && kind !== "post").length;
  if (waiting > 0) writeItem(waitingKey(owner), String(waiting));
  else removeItem(waitingKey(owner));
  if (readSession().userId === owner) unsent.set(entries);
  if (!entries.some(({ id }) => id === current?.id)) current?.control.abort();
}

/** The entry that this tab is sending; aborted when it is taken out of the outbox, here or in another tab. */
let current: { id: string; control: AbortController } | undefined;

/** Puts an act into the outbox and tries to send it. @throws OutboxFullError */
export async function queue(made: NewEntry): Promise<void> {
  await box.add(made);
  kick();
}

/** Sends a post, which its own list has (docs/rules.md#pending-posts). */
export type PostSender = (entry: OutboxEntry, watch: Watch) => Promise<unknown>;

type Change = (entry: Pick<OutboxEntry, "owner" | "id">) => Promise<void>;

/** Each resolves once the change shows in this tab. */
export const changeWords = async ({ owner, id }: OutboxEntry, text: string): Promise<void> => {
  await box.edit(owner, id, text);
  kick();
};

export const removeUnsent = (
  { owner, id }: OutboxEntry,
  options?: { isSending: boolean },
): Promise<boolean> => box.remove(owner, id, options);

export const sendAgain: Change = async ({ owner, id }) => {
  await box.again(owner, id);
  kick();
};

/** Tries to send now whatever waits; does nothing while no member is served. */
export const kick = () => void started?.send();

let started: { send: () => Promise<void> } | undefined;

/**
 * Serves the signed-in member's outbox in this tab: keeps `unsent` up to date and sends what waits, at once, whenever the
 * line may be back, and with growing pauses. `onRefused` is called with each act that the server refused.
 */
export function serveOutbox(
  owner: number,
  { onRefused, sendPost }: { onRefused: (entry: OutboxEntry) => void; sendPost: PostSender },
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let isSending = false;
  let isAsked = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function attempt(): Promise<void> {
    if (unsent.get().every(({ state }) => state === "refused")) return;
    const done = await deliver({
      owner,
      box,
      locks: navigator.locks,
      call: (entry) => callFor(entry, sendPost),
      isOnline: () => navigator.onLine && !signal.aborted,
    });
    if (!signal.aborted) follow(done);
  }

  function follow({ end, pause, arrived, refused }: Delivered) {
    for (const entry of refused) onRefused(entry);
    // What the screens show was read before these acts.
    if (arrived > 0) void currentQueryClient().invalidateQueries();
    failures = end === "later" && arrived === 0 ? failures + 1 : 0;
    if (end !== "later") return;
    timer = setTimeout(send, pause ?? Math.min(firstPause * 2 ** Math.max(0, failures - 1), longestPause));
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSending) {
      isAsked = true;
      return;
    }
    isSending = true;
    do {
      isAsked = false;
      await attempt().catch((error) => console.warn("Unsent items could not be sent.", error));
    } while (isAsked && !signal.aborted);
    isSending = false;
  }

  const resume = () => void (document.hidden || send());
  started = { send };
  const self = started;
  window.addEventListener("online", () => void send(), { signal });
  window.addEventListener("focus", resume, { signal });
  window.addEventListener("pageshow", ({ persisted }) => persisted && begin(), { signal });
  const unwatch = watchItems([changedKey], () => void look(owner).catch(() => {}));

  function begin() {
    look(owner)
      .then(send)
      .catch((error) => {
        console.warn("The outbox of this device is not available.", error);
        // Nothing can wait there, so no call has to wait behind it.
        removeItem(waitingKey(owner));
      });
  }

  begin();
  return () => {
    ended.abort();
    clearTimeout(timer);
    unwatch();
    unsent.set([]);
    if (started === self) started = undefined;
  };
}

/** Sends an entry with its owner's session. @throws ApiError; 401 while somebody else, or nobody, is signed in here */
async function callFor(entry: OutboxEntry, sendPost: PostSender): Promise<unknown> {
  const { id, owner, kind, method, path, body } = entry;
  const ended = new ApiError("session_ended", 401);
  if (!isSignedIn(owner)) throw ended;
  const control = new AbortController();
  current = { id, control };
  const { signal } = control;
  try {
    if (kind === "post") return await sendPost(entry, { signal, onProgress: sendingProgress.set });
    const endpoint = { method, path } as EndpointDefinition;
    return await api.call(endpoint, {
      body: body ?? undefined,
      signal,
      headers: { "idempotency-key": id },
    } as never);
  } catch (error) {
    throw isSignedIn(owner) ? error : ended;
  } finally {
    current = undefined;
    sendingProgress.set(null);
  }
}

/** Another tab may have stored a new member's token and not yet their id; a text that is no token of ours has no owner. */
function isSignedIn(owner: number): boolean {
  const { userId, accessToken } = readSession();
  return (
    userId === owner && accessToken !== null && [owner, 0, -1].includes(ownerOf(`Bearer ${accessToken}`))
  );
}
