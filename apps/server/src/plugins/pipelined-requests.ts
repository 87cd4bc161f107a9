import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection without a whole answer; browsers and proxies send the next one after the answer. */
const maxUnanswered = 16;

/**
 * Disconnects a sender that has more unanswered requests on one connection: Node begins all that a segment brings before
 * it reads from another connection.
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
