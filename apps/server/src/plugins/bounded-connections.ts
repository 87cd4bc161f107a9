import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import { addressKey, clientAddress } from "../lib/client-address.ts";
import { OpenCounts } from "../lib/open-counts.ts";

/** Maximum of connections from one address, which may be a school's. */
const maxOfAddress = 1_000;
/** Offences within a minute after which an address gets no new connection for a minute. */
const maxOffences = 10;
const minute = 60_000;
/** Requests of one connection that may wait for the answer before; browsers and proxies send them after it. */
const maxWaiting = 8;
/** Requests of one address that are begun in one turn of the event loop: one of them takes a quarter of a millisecond. */
const maxOfTurn = 8;

/** Records that a connection did what no browser or proxy does, such as sending ten requests before an answer. */
export type Offend = (socket: Socket) => void;

/**
 * Hangs up on what is beyond the connections of an address: each holds a descriptor, also before it has sent anything.
 * And on all new connections of one that offends again and again: what its connections send costs the parser alone more
 * than a call.
 */
export function boundConnections(server: Server, most = maxOfAddress): Offend {
  const addressOf = clientAddress([]);
  const keyOf = (socket: Socket) => addressKey(addressOf({ socket, headers: {} }));
  const open = new OpenCounts();
  const offences = new LRUCache<string, number>({ max: 10_000, ttl: minute });
  server.on("connection", (socket: Socket) => {
    const address = keyOf(socket);
    socket.once("close", open.open(address));
    if (open.of(address) > most || (offences.get(address) ?? 0) >= maxOffences) socket.destroy();
  });
  return (socket) => {
    const address = keyOf(socket);
    offences.set(address, (offences.get(address) ?? 0) + 1);
  };
}

/**
 * Begins few requests of an address in one turn of the event loop, so that others' get in between, and a connection's
 * next one once the answer before it has ended. It hangs up on a connection with more of them: Node would begin all that
 * a segment brings, and never tell those whose turn had not come that the connection has closed. Call this after
 * everything else that is only for requests whose turn it is: what waits has reached none of it.
 */
export function answerInTurn(
  server: Server,
  keyOf: (request: IncomingMessage) => string,
  offend: Offend = () => {},
): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const begin = createTurns();
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const start = () =>
      begin(keyOf(request), () => {
        if (socket.destroyed) return;
        response.once("close", next);
        for (const listener of listeners) listener.call(server, request, response);
      });
    const next = () => {
      const following = waiting.get(socket)?.shift();
      if (following) following();
      else waiting.delete(socket);
    };
    const line = waiting.get(socket);
    if (line && line.length >= maxWaiting) {
      offend(socket);
      return void socket.destroy();
    }
    if (line) return void line.push(start);
    waiting.set(socket, []);
    start();
  });
}

/** Runs steps in the next turns of the event loop, a few of each address per turn. */
function createTurns(): (address: string, step: () => void) => void {
  const lines = new Map<string, (() => void)[]>();
  let isPlanned = false;

  function plan(): void {
    if (!isPlanned) setImmediate(turn);
    isPlanned = true;
  }

  function turn(): void {
    isPlanned = false;
    for (const [address, line] of lines) {
      for (const step of line.splice(0, maxOfTurn)) step();
      if (line.length === 0) lines.delete(address);
    }
    if (lines.size > 0) plan();
  }

  return (address, step) => {
    const line = lines.get(address) ?? [];
    line.push(step);
    lines.set(address, line);
    plan();
  };
}
