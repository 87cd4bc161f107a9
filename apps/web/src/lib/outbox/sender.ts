import { api } from "../api/api.ts";
import { ApiError, isTemporary } from "../api/api-error.ts";
import { apiHost } from "../api/host.ts";
import { currentQueryClient } from "../query-client.ts";
import { readSession, subscribeSession } from "../session/session.ts";
import { removeItem, writeItem } from "../storage.ts";
import { createOutbox, deviceStore, type Outbox, type WorkerPass } from "./box.ts";
import { type Delivered, deliver } from "./deliver.ts";
import type { NewEntry, OutboxEntry } from "./entry.ts";
import { unsent, waitingKey } from "./unsent.ts";

/** In milliseconds: the first pause after a failed attempt; it doubles up to the longest. */
const firstPause = 2_000;
const longestPause = 300_000;

let opened: Outbox | undefined;
const box = () => {
  opened ??= createOutbox(deviceStore());
  return opened;
};

const base = () => `${apiHost || window.location.origin}/api`;

/** Reads what waits, for this tab's screens and for its next start. */
async function look(owner: number): Promise<void> {
  const entries = await box().list(owner);
  const waiting = entries.filter(({ state }) => state !== "refused").length;
  if (waiting > 0) writeItem(waitingKey(owner), String(waiting));
  else removeItem(waitingKey(owner));
  if (readSession().userId === owner) unsent.set(entries);
  if (entries.length === 0) await revokePass(owner);
}

/** Puts an act into the outbox and tries to send it. @throws OutboxFullError */
export async function queue(made: NewEntry): Promise<void> {
  await box().add(made, passOf(made.owner));
  await look(made.owner);
  await askForSync(made.owner);
  kick();
}

/** An entry as it is now, whatever this tab shows; undefined if it has arrived or was removed. */
export const findUnsent = async (owner: number, id: string): Promise<OutboxEntry | undefined> =>
  (await box().list(owner)).find((entry) => entry.id === id);

type Change = (entry: Pick<OutboxEntry, "owner" | "id">) => Promise<void>;

/** Each resolves once the change shows in this tab. */
export const changeWords = async ({ owner, id }: OutboxEntry, text: string): Promise<void> => {
  await box().edit(owner, id, text);
  await look(owner);
  kick();
};

export const removeUnsent: Change = async ({ owner, id }) => {
  await box().remove(owner, id);
  await look(owner);
};

export const sendAgain: Change = async ({ owner, id }) => {
  await box().again(owner, id);
  await look(owner);
  kick();
};

/** Tries to send now whatever waits; does nothing while no member is served. */
export const kick = () => void started?.send();

let started: { send: () => Promise<void> } | undefined;

/**
 * Serves the signed-in member's outbox in this tab: keeps `unsent` up to date and sends what waits, at once, whenever the
 * line may be back, and with growing pauses. `onRefused` is called with each act that the server refused.
 */
export function serveOutbox(owner: number, onRefused: (entry: OutboxEntry) => void): () => void {
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
      box: box(),
      base: base(),
      locks: navigator.locks,
      bearer: (refused) => bearerOf(owner, refused),
      isOnline: () => navigator.onLine && !signal.aborted,
    });
    await look(owner);
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
  let unsubscribe = () => {};
  window.addEventListener("online", () => void send(), { signal });
  window.addEventListener("focus", resume, { signal });
  // With an open channel the browser could not keep this page for its Back button.
  window.addEventListener("pagehide", close, { signal });
  window.addEventListener("pageshow", ({ persisted }) => persisted && open(), { signal });
  const unwatch = subscribeSession(() => {
    const pass = passOf(owner);
    // The worker sends for nobody who has logged out on this device (docs/rules.md#d146).
    if (readSession().userId !== owner) void revokePass(owner);
    else if (pass !== null && unsent.get().length > 0) void box().givePass(owner, pass);
  });

  async function begin() {
    await look(owner);
    if (unsent.get().length > 0) await askForSync(owner);
    await send();
  }

  function open() {
    unsubscribe = box().subscribe(() => void look(owner).catch(() => {}));
    begin().catch((error) => {
      console.warn("The outbox of this device is not available.", error);
      // Nothing can wait there, so no call has to wait behind it.
      removeItem(waitingKey(owner));
    });
  }

  function close() {
    unsubscribe();
    opened?.close();
    opened = undefined;
  }

  open();
  return () => {
    ended.abort();
    clearTimeout(timer);
    close();
    unwatch();
    unsent.set([]);
    if (started === self) started = undefined;
  };
}

/**
 * The owner's access token; null while somebody else, or nobody, is signed in here.
 * @throws ApiError if a later call may succeed
 */
async function bearerOf(owner: number, refused: string | null): Promise<string | null> {
  const session = readSession();
  if (session.userId !== owner) return null;
  let token = session.accessToken;
  if (token === refused) {
    token = await api.renewedToken(session).catch((error) => {
      if (error instanceof ApiError && !isTemporary(error.status)) return null;
      throw error;
    });
  }
  return token !== null && isOf(owner, token) && readSession().userId === owner ? token : null;
}

/** Another tab may have stored a new member's token and not yet their id. */
function isOf(owner: number, token: string): boolean {
  try {
    const [, claims = ""] = token.split(".");
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).sub === String(owner);
  } catch {
    // Not a token of this site's server, which says whose it is.
    return true;
  }
}

const canSync = "SyncManager" in globalThis;

/** With what the service worker may send for this member; null where it cannot, or they are not signed in here. */
function passOf(owner: number): WorkerPass | null {
  const { userId, accessToken } = readSession();
  return canSync && userId === owner && accessToken !== null ? { token: accessToken, base: base() } : null;
}

/** Lets the service worker send when the line is back, also with all pages closed, where the browser can. */
async function askForSync(owner: number): Promise<void> {
  if (!canSync) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    // The token may have been renewed meanwhile.
    const pass = passOf(owner);
    if (!registration || !("sync" in registration) || pass === null) return;
    await box().givePass(owner, pass);
    await (registration.sync as { register: (tag: string) => Promise<void> }).register("cairn-outbox");
  } catch (error) {
    // The member has forbidden it, or storage is disabled: the next opened page sends.
    console.warn("Nothing is sent while all pages are closed.", error);
  }
}

async function revokePass(owner: number): Promise<void> {
  const pass = await box().pass();
  if (pass?.owner === owner) await box().givePass(owner, null);
}
