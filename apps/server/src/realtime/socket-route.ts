import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { socketPath } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { ensure } from "../lib/app-error.ts";
import type { ConnectionGuard } from "./connections.ts";
import type { LiveServer } from "./live-server.ts";

interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
  readonly response: ServerResponse;
}

/** Milliseconds without a byte after which an answer to a request that asked for another protocol is ended. */
const patienceMs = 60_000;

/**
 * Lets Socket.IO answer at its path behind the framework's own hooks, so that its requests get the same ids, headers
 * and error answers as all others.
 */
export function serveSockets(
  http: FastifyInstance,
  io: LiveServer,
  { admit, charge }: Pick<ConnectionGuard, "admit" | "charge">,
): void {
  // Socket.IO takes over the requests of the server it is attached to, so it gets this one, which never listens.
  const carrier = createServer();
  io.attach(carrier);
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const open = new Set<Socket>();

  http.server.on("upgrade", (raw: IncomingMessage, socket, head) => {
    // Node has removed its own listener, and an unhandled error event would end the process.
    socket.on("error", () => socket.destroy());
    if (!(socket instanceof Socket) || raw.method !== "GET") {
      socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    open.add(socket);
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.end());
    // What Node's own listeners do for every other answer; without them a file stays open after its reader has gone.
    socket.on("drain", () => response.emit("drain"));
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.once("close", () => {
      open.delete(socket);
      response.destroy();
      response.emit("close");
    });
    upgrades.set(raw, { socket, head, response });
    http.routing(raw, response);
  });

  http.route({
    method: ["GET", "POST"],
    url: socketPath,
    schema: { hide: true },
    // Each socket is asked for its member's token (`socket-admission.ts`).
    config: { limit: "socket", open: true },
    onRequest: async (request, reply) => {
      // Socket.IO does not recognise any other spelling of the path and would never answer.
      ensure(request.url.startsWith(socketPath), "not_found");
      admit(request);
      reply.hijack();
      const upgrade = upgrades.get(request.raw);
      if (upgrade) {
        upgrade.socket.setTimeout(0);
        upgrade.response.detachSocket(upgrade.socket);
        carrier.emit("upgrade", request.raw, upgrade.socket, upgrade.head);
        boundBytes(upgrade.socket, () => charge(request.raw));
        return;
      }
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      carrier.emit("request", request.raw, reply.raw);
    },
    handler: () => {},
  });

  // A connection that is still open now would keep the server from closing.
  http.addHook("preClose", async () => {
    await io.close();
    for (const socket of open) socket.destroy();
  });
}

/** Bytes of a WebSocket within ten seconds; pages send some hundred. */
const [maxBytes, windowMs] = [32 * 1024, 10_000];

/** Cuts a WebSocket that sends more, whatever it is: Engine.IO counts nothing before its own protocol has begun. */
function boundBytes(socket: Socket, onFlood: () => void): void {
  let [since, bytes] = [performance.now(), 0];
  socket.on("data", (chunk: Buffer) => {
    const now = performance.now();
    if (now - since > windowMs) [since, bytes] = [now, 0];
    bytes += chunk.length;
    if (bytes <= maxBytes || socket.destroyed) return;
    onFlood();
    socket.destroy();
  });
}
