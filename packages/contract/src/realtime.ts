import type { ContentItem } from "./content.ts";
import type { Notification, UnreadCount } from "./notifications.ts";

/** Where Socket.IO answers (contract: same origin). The client connects with `auth: {token}`. */
export const socketPath = "/socket.io";

/** What the client sends. */
export interface ClientEvents {
  /** On connect, with the access token (docs/evidence/spec-clauses.md#s7-socket). */
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

/** The namespace of the live line that each visible tab of a member holds (docs/rules.md#live-line). */
export const lineNamespace = "/live";

/**
 * What has changed; the client fetches it again. `notices`: the member's notifications, `notices_of_all`: those of every
 * member, `work`: status or counts of the member's own items, `all`: more than can be named.
 */
export type LiveChange =
  | "all"
  | "notices"
  | "notices_of_all"
  | "work"
  | `${"item" | "counts" | "comments"}:${number}`;

/** What the server sends on the live line. */
export interface LineServerEvents {
  changed: (change: LiveChange) => void;
}

/** An item as it was when watching began: a client whose copy differs fetches it again. */
export type WatchedItem = Pick<ContentItem, "id" | "likes" | "comments" | "revision">;

/** What the client sends on the live line. */
export interface LineClientEvents {
  /**
   * All items that are open in this tab, `limits.watchedItems` at most. The answer names the public ones among
   * them; from then on no change of an item that the member may read is missed.
   */
  watch: (ids: number[], answer: (items: WatchedItem[]) => void) => void;
}

/** How the client connects again, in milliseconds (docs/evidence/spec-clauses.md#s9-reconnect). */
export const socketPatience = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
