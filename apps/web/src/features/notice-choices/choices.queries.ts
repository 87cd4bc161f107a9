import {
  addPushSubscription,
  changeNoticeChoices,
  getNoticeChoices,
  getPushKey,
  type MailChoice,
  type NoticeSubject,
  removePushSubscription,
} from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

export const choicesQuery = queryOptions({
  queryKey: ["notice-choices"],
  queryFn: ({ signal }) => api.call(getNoticeChoices, { signal }),
});

export interface ChoiceChange {
  items?: { what: NoticeSubject; mail?: MailChoice; push?: boolean }[];
  /** Mails an address that was refused before. */
  mail_again?: true;
}

export const saveChoices = (body: ChoiceChange) => api.call(changeNoticeChoices, { body });

/** What this browser says about pushes: "ready" may be switched on or off. */
type PushAbility = "unsupported" | "denied" | "ready";

/** `isSubscribed`: at its push service; the server knows whether the member's session is. */
export const deviceQuery = queryOptions({
  queryKey: ["push-device"],
  queryFn: async (): Promise<{ ability: PushAbility; isSubscribed: boolean }> => ({
    ability: abilityNow(),
    isSubscribed: (await subscription()) !== null,
  }),
  // Permissions change in the browser's settings.
  staleTime: 0,
});

function abilityNow(): PushAbility {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

async function subscription(): Promise<PushSubscription | null> {
  if (abilityNow() === "unsupported") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Milliseconds in which the site's worker is there, unless it cannot be loaded. */
const workerPatience = 10_000;

/** Asks for permission, so call it from a press. Resolves to false if the member said no. @throws Error if it fails */
export async function switchPushOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await readyWorker();
  // A former one may be another member's, or made for a key that the site has no longer.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { key } = await api.call(getPushKey, {});
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = made.toJSON();
  const { p256dh = "", auth = "" } = keys;
  try {
    await api.call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return true;
}

export async function switchPushOff(): Promise<void> {
  const known = await subscription();
  if (!known) return;
  await api.call(removePushSubscription, { body: { endpoint: known.endpoint } });
  await known.unsubscribe();
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the site's worker is not there")), workerPatience);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
