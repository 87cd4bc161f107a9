/** Shows pushed notices and opens what they are about (docs/rules.md#choices-of-pushes). */
import type { PushMessage } from "@cairn/contract";
import { type ExtendableEvent, scope } from "./scope.ts";

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

scope.addEventListener("push", (event) => event.waitUntil(show((event as PushEvent).data)));

scope.addEventListener("notificationclick", (event) => {
  const { notification } = event as NotificationEvent;
  notification.close();
  event.waitUntil(open((notification.data as { url?: unknown } | null)?.url));
});

/** Browsers want each push to be shown, even one that cannot be read. */
async function show(data: PushEvent["data"]): Promise<void> {
  const {
    id = 0,
    title = "Notification",
    text = "You have a new notification.",
    url = "/",
  } = messageIn(data);
  await scope.registration.showNotification(title, {
    body: text,
    // A second one about the same notice takes the place of the first.
    tag: `notice-${id}`,
    data: { url },
  });
}

function messageIn(data: PushEvent["data"]): Partial<PushMessage> {
  try {
    const message: unknown = data?.json();
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {}; // no JSON
  }
}

/** Focuses the tab that shows it, else opens one. Other sites' addresses lead to the first page. */
async function open(url: unknown): Promise<void> {
  const { origin } = scope.location;
  const wanted = new URL(typeof url === "string" && URL.canParse(url, origin) ? url : "/", origin);
  const address = wanted.origin === origin ? wanted.href : `${origin}/`;
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === address);
  await (tab ? tab.focus() : scope.clients.openWindow(address));
}
