import type { UnreadCount } from "@cairn/contract";

/** Answers and live messages overtake each other: of two counts the one with the higher version holds. */
export const newerCount = (known: UnreadCount | undefined, told: UnreadCount): UnreadCount =>
  known && known.version > told.version ? known : { unread: told.unread, version: told.version };
