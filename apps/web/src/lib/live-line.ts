import { type ClientEvents, type ServerEvents, socketPath, socketPatience } from "@cairn/contract";
import type { Socket } from "socket.io-client";
import { api } from "./api/api.ts";
import { apiHost } from "./api/host.ts";
import { readSession } from "./session/session.ts";

export interface LineEvents {
  /** From here on nothing is missed until the line breaks. */
  onConnected: () => void;
  onEvent: <Event extends keyof ServerEvents>(event: Event, ...told: Parameters<ServerEvents[Event]>) => void;
}

export interface Line {
  isConnected(): boolean;
  close(): void;
}

/** Of a token: a refusal sooner after a renewal has another reason, and waits instead. */
const renewalPause = 60_000;

const about = (delay: number) => delay * (1 + socketPatience.randomizationFactor * (2 * Math.random() - 1));

/** The server tells the catalogue's code with a refusal; a member with too many sockets is refused as well. */
function isOfToken(error: Error & { data?: { code?: unknown } }) {
  const code = error.data?.code;
  return code === "sign_in_required" || code === "session_ended";
}

/**
 * One socket, kept open until it is closed. The socket reconnects by itself, but not where the server has
 * refused or cut it: those are taken up here. Nobody is told of its errors (spec section 7).
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

  /** A dead token is exchanged the way calls do it; a dead session ends there too. */
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
    const { io } = await import("socket.io-client");
    if (isClosed) return;
    socket = io(apiHost || window.location.origin, {
      ...socketPatience,
      path: socketPath,
      // Asked before each attempt, for tokens change while a screen stays open.
      auth: (send) => {
        sent = readSession();
        send({ token: sent.accessToken ?? "" });
      },
      // A WebSocket needs no sticky sessions where several instances answer.
      transports: ["websocket", "polling"],
      tryAllTransports: true,
    });
    socket.on("connect", () => {
      socket?.emit("connect_notification", sent.accessToken ?? "");
      onConnected();
    });
    socket.on("connect_error", (error) => {
      // Inactive: it was the server that said no, so the socket does not try again.
      if (!socket?.active) void takeRefusal(error);
    });
    socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") later(connect, socketPatience.reconnectionDelay);
    });
    socket.onAny(onEvent);
  }

  const begin = () =>
    // Its code could not be fetched; the screen works without, so this may take its time.
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
