import type { ClientEvents, LineClientEvents } from "@cairn/contract";
import type { Limit, RateLimits } from "../rate-limits/rate-limits.ts";
import type { Listener } from "./listeners.ts";

type Message = keyof ClientEvents | keyof LineClientEvents;
type MessageLimit = Extract<Limit, "messageBySocket" | "watchByUser">;

/** What each message takes a try of, before anything is done for it (docs/rules.md#fair-shares). */
const messageLimits: Record<Message, readonly MessageLimit[]> = {
  connect_notification: ["messageBySocket"],
  watch: ["messageBySocket", "watchByUser"],
};

/** @throws AppError too_many_requests */
export async function countMessage(
  counts: Pick<RateLimits, "take">,
  message: Message,
  { socket, bearer }: Pick<Listener, "socket" | "bearer">,
): Promise<void> {
  const keys: Record<MessageLimit, string> = {
    messageBySocket: socket.id,
    watchByUser: String(bearer.userId),
  };
  for (const limit of messageLimits[message]) await counts.take(limit, keys[limit]);
}
