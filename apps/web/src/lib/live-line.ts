import { type ClientEvents, type ServerEvents, socketPath, socketPatience } from "@cairn/contract";
import type { Socket } from "socket.io-client";
import { api } from "./api/api.ts";
import { apiHost } from "./api/host.ts";
import { readSession } from "./session/session.ts";

export interface LineEvents {
  /** From here on no event is missed until the connection breaks. */
  onConnected: () => void;
  onEvent: <Event extends keyof ServerEvents>(event: Event, ...data: Parameters<ServerEvents[Event]>) => void;
}

export interface Line {
  isConnected(): boolean;
  close(): void;
}

/** Minimum time between token renewals, in ms: a refusal sooner than that has another cause, so it waits instead. */
const renewalPause = 60_000;

const about = (delay: number) => delay * (1 + socketPatience.randomizationFactor * (2 * Math.random() - 1));

/**
 * Whether the token caused the refusal. The server sends an error code; it also refuses a member with too many sockets.
 */
function isOfToken(error: Error & { data?: { code?: unknown } }) {
  const code = error.data?.code;
  return code === "sign_in_required" || code === "session_ended";
}

/**
 * Keeps one socket connected until the caller closes it. The socket library reconnects by itself except after the
 * server refused or closed the connection; this handles those cases. Errors are not shown (docs/rules.md#s7-socket).
 */
export function openLine({ onConnected, onEvent }: LineEvents): Line {
  let isClosed = false;
  let socket: Socket<ServerEvents, ClientEvents> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = readSession();
  let renewedAt = Number.NEGATIVE_INFINITY;

  function later(step: () => void, delay: number) {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(step, about(delay));
  }

  const connect = () => {
    if (!isClosed) socket?.connect();
  };

  /** Renews an expired token the same way as calls do; a session that has ended is cleared there too. */
  async function takeRefusal(error: Error) {
    if (!isOfToken(error) || Date.now() - renewedAt < renewalPause) {
      return later(connect, socketPatience.reconnectionDelayMax);
    }
    renewedAt = Date.now();
    try {
      await api.renewedToken(sent);
    } catch {
      return later(connect, socketPatience.reconnectionDelayMax);
    }
    connect();
  }

  async function start() {
    const [{ io }, { filledEvent }] = await Promise.all([
      import("socket.io-client"),
      import("./api/floor.ts"),
    ]);
    if (isClosed) return;
    socket = io(apiHost || window.location.origin, {
      ...socketPatience,
      path: socketPath,
      // Read before each attempt, because tokens change while a screen stays open.
      auth: (send) => {
        sent = readSession();
        send({ token: sent.accessToken ?? "" });
      },
      // A WebSocket needs no sticky sessions when several instances serve the site.
      transports: ["websocket", "polling"],
      tryAllTransports: true,
    });
    socket.on("connect", () => {
      socket?.emit("connect_notification", sent.accessToken ?? "");
      onConnected();
    });
    socket.on("connect_error", (error) => {
      // Inactive: the server refused, so the socket does not reconnect by itself.
      if (!socket?.active) void takeRefusal(error);
    });
    socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") later(connect, socketPatience.reconnectionDelay);
    });
    socket.onAny((event, ...data) => onEvent(event, ...filledEvent(event, data)));
  }

  const begin = () =>
    // The socket code could not be fetched. The screen works without it, so retry at a slow pace.
    void start().catch(() => later(begin, socketPatience.reconnectionDelayMax));
  begin();

  return {
    isConnected: () => socket?.connected ?? false,
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.disconnect();
    },
  };
}
