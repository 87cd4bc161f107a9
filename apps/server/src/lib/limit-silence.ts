import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Closes a connection that is idle for this long; 0: never. Injected requests have no connection. */
export function limitSilence({ socket }: IncomingMessage, ms: number): void {
  if (socket instanceof Socket) socket.setTimeout(ms);
}
