import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressKey, clientAddress } from "../lib/client-address.ts";
import { OpenCounts } from "../lib/open-counts.ts";

/** Of one address, which may be a school's. */
const maxOfAddress = 1_000;
/** Requests of one connection without a whole answer; browsers and proxies send the next one after the answer. */
const maxUnanswered = 8;

/** Hangs up on what is beyond the connections of an address: each holds a descriptor, also before it has sent anything. */
export function boundConnections(server: Server, most = maxOfAddress): void {
  const addressOf = clientAddress([]);
  const open = new OpenCounts();
  server.on("connection", (socket: Socket) => {
    const address = addressKey(addressOf({ socket, headers: {} }));
    socket.once("close", open.open(address));
    if (open.of(address) > most) socket.destroy();
  });
}

/**
 * Hangs up on a connection with more unanswered requests: Node begins all that a segment brings before it reads from
 * another connection. Call this after everything else listens to requests: what is beyond reaches none of it.
 */
export function refusePipelines(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > maxUnanswered) return void socket.destroy();
    unanswered.set(socket, count);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
