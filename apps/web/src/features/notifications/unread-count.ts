import type { UnreadCount } from "@cairn/contract";

/** Responses and live messages may arrive out of order: the count with the higher version wins. */
export function newerCount(known: UnreadCount | undefined, { unread, version = 0 }: Told): UnreadCount {
  if (unread === undefined || (known && known.version > version)) return known ?? { unread: 0, version: 0 };
  return { unread, version };
}

/** The specification shows no response for marking as read (docs/rules.md#s7-calls), so a server may omit the count. */
export type Told = Partial<UnreadCount>;
