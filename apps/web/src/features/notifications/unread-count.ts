import type { UnreadCount } from "@cairn/contract";

/** Responses and live messages may arrive out of order: the count with the higher version wins. */
export function newerCount(known: UnreadCount | undefined, told: UnreadCount): UnreadCount {
  return known && known.version > told.version ? known : told;
}
