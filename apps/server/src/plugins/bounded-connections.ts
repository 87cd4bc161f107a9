import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressKey, clientAddress } from "../lib/client-address.ts";

/** Of one address, which may be a school's. */
const maxOfAddress = 1_000;
/** Requests of one connection without a whole answer; browsers and proxies send the next one after the answer. */
const maxUnanswered = 16;

/** Hangs up on what is beyond the connections of an address: each holds a descriptor, also before it has sent anything. */
export function boundConnections(server: Server, most = maxOfAddress): void {
  const addressOf = clientAddress([]);
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = addressKey(addressOf({ socket, headers: {} }));
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > most) socket.destroy();
  });
}

/**
 * Hangs up on a connection with more unanswered requests: Node begins all that a segment brings before it reads from
 * another connection.
 */
export function refusePipelines(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > maxUnanswered) socket.destroy();
  });
}
