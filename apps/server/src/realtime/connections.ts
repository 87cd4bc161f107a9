import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { ensure } from "../lib/app-error.ts";
import { addressKey } from "../lib/client-address.ts";
import { OpenCounts } from "../lib/open-counts.ts";
import type { Tally } from "../lib/tally.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { LiveLimits } from "./live-limits.ts";
import type { Connection, LiveServer } from "./live-server.ts";
import { isOwnOrigin } from "./origins.ts";

interface Dependencies {
  io: LiveServer;
  limits: LiveLimits;
  counts: Pick<RateLimits, "take">;
  origins: readonly string[];
  /** Counts why connections were ended, together with the codes of those that were not admitted. */
  refused: Tally;
}

/** With its handshake 300 tries of its address: else its sender connects again, a hundred times a second. */
const triesOfFlood = 299;

/** Keeps any one client from taking more than its share: who may connect, for how long, and how much they may send. */
export function guardConnections({ io, limits, counts, origins, refused }: Dependencies) {
  const addressOf = new WeakMap<IncomingMessage, string>();
  const waiting = new OpenCounts();
  const open = new Set<Connection>();
  const settlers = new WeakMap<Connection, () => void>();
  let isClosed = false;

  function turnAway(connection: Connection, reason: "deadline" | "flood" | "backlog"): void {
    refused.add(reason);
    if (reason === "flood") charge(connection.request);
    connection.close(true);
    // Else it is heard for half a minute more, until it closes its side.
    (connection.transport as Frames).socket?.terminate?.();
  }

  /** For a flood, to the address that it comes from. */
  function charge(request: IncomingMessage): void {
    const address = addressOf.get(request);
    if (address) void counts.take("socketByAddress", address, triesOfFlood).catch(() => {});
  }

  function watch(connection: Connection): void {
    const leave = waiting.open(addressOf.get(connection.request) ?? "");
    const deadline = setTimeout(() => turnAway(connection, "deadline"), limits.deadline);
    const settle = () => {
      clearTimeout(deadline);
      leave();
      settlers.delete(connection);
    };
    settlers.set(connection, settle);
    open.add(connection);
    connection.once("close", () => {
      open.delete(connection);
      settlers.get(connection)?.();
    });
    cutFloods(connection, limits, () => turnAway(connection, "flood"));
    cutSlowReaders(connection, limits.backlog, () => turnAway(connection, "backlog"));
  }

  /** A client treats a broken connection as one to open again. */
  function breakAll(): void {
    for (const connection of open) connection.close();
  }

  return {
    /**
     * @throws AppError for a request that is not admitted. Clients read it as a transport failure, so browsers try
     * again.
     */
    admit(request: FastifyRequest): void {
      ensure(isOwnOrigin(request.headers, origins), "not_allowed");
      const address = addressKey(request.clientAddress);
      addressOf.set(request.raw, address);
      if (continuesConnection(request)) return;
      const hasRoom =
        !isClosed && io.engine.clientsCount < limits.inAll && waiting.of(address) < limits.waitingPerAddress;
      ensure(hasRoom, "too_many_requests", { retryAfter: 1 });
    },

    charge,

    /** Call this once Socket.IO is attached. */
    start: () => void io.engine.on("connection", watch),

    /** The member is known and has subscribed, so the deadline no longer applies. */
    settle: (connection: Connection): void => settlers.get(connection)?.(),

    breakAll,

    /** Disconnects all sockets and refuses new connections. */
    close(): void {
      isClosed = true;
      breakAll();
    },
  };
}
export type ConnectionGuard = ReturnType<typeof guardConnections>;

/** Reads the address as Engine.IO does: otherwise a second, empty id or one behind a `#` would get past the caps. */
const continuesConnection = ({ url }: FastifyRequest): boolean =>
  Boolean(new URL(url, "https://socket.io").searchParams.getAll("sid").at(-1));

/** The frames of WebSocket itself, which `ws` answers and Engine.IO does not report as packets. */
interface Frames {
  readonly socket?: { on?(event: "ping" | "pong" | "error", heard: () => void): unknown; terminate?(): void };
}

/**
 * Every packet counts, even a meaningless one, and every ping and pong of WebSocket; a breach of its protocol is a flood.
 */
function cutFloods(connection: Connection, { messages, floodWindow }: LiveLimits, cut: () => void): void {
  let since = performance.now();
  let heard = 0;
  const count = () => {
    const now = performance.now();
    if (now - since > floodWindow) {
      since = now;
      heard = 0;
    }
    heard += 1;
    if (heard === messages + 1) cut();
  };
  connection.on("packet", count);
  const countFrames = ({ socket }: Frames) => {
    for (const frame of ["ping", "pong"] as const) socket?.on?.(frame, count);
    socket?.on?.("error", cut);
  };
  countFrames(connection.transport as Frames);
  connection.on("upgrading", countFrames);
}

/** Unsent messages stay in memory, so a connection that lets too many pile up is cut. */
function cutSlowReaders(connection: Connection, backlog: number, cut: () => void): void {
  let unsent = 0;
  connection.on("flush", () => {
    unsent = 0;
  });
  connection.on("packetCreate", () => {
    unsent += 1;
    if (unsent > backlog) cut();
  });
}
