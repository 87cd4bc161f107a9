import type { Notification, UnreadCount } from "./notifications.ts";

/** Where Socket.IO answers (contract: same origin). The client connects with `auth: {token}`. */
export const socketPath = "/socket.io";

/** What the client sends. */
export interface ClientEvents {
  /** On connect, with the access token (docs/rules.md#s7-socket). */
  connect_notification: (token: string) => void;
}

/** What the server sends. */
export interface ServerEvents {
  new_notification: (notification: Notification) => void;
  /** The member read something, on any device or tab. */
  unread_changed: (count: UnreadCount) => void;
  /** Verified admins only: an item's standing, who is reading it, or what is reported of it has changed. */
  desk_changed: (change: { content_id: number }) => void;
}

/** How the client connects again, in milliseconds (docs/rules.md#s9-reconnect). */
export const socketPatience = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
