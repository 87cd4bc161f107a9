import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressKey, clientAddress } from "../lib/client-address.ts";
import { OpenCounts } from "../lib/open-counts.ts";

/** Of one address, which may be a school's. */
const maxOfAddress = 1_000;
/** Requests of one connection that may wait for the answer before; browsers and proxies send them after it. */
const maxWaiting = 8;

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
 * Begins a connection's next request once the answer before it has ended, and hangs up on one with more of them: Node
 * would begin all that a segment brings, and never tell those whose turn had not come that the connection has closed.
 * Call this after everything else listens to requests: what waits has reached none of it.
 */
export function answerInTurn(server: Server): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const begin = () => {
      response.once("close", next);
      for (const listener of listeners) listener.call(server, request, response);
    };
    const next = () => {
      const following = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (following) following();
      else waiting.delete(socket);
    };
    const line = waiting.get(socket);
    if (line && line.length >= maxWaiting) return void socket.destroy();
    if (line) return void line.push(begin);
    waiting.set(socket, []);
    begin();
  });
}
