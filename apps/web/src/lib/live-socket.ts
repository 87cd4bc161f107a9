import { type ServerEvents, socketPath, socketPatience } from "@cairn/contract";
import { useEffect, useRef } from "react";
import type { Manager, Socket } from "socket.io-client";
import { api } from "./api/api.ts";
import { apiHost } from "./api/host.ts";
import { readSession } from "./session/session.ts";
import { useSession } from "./session/useSession.tsx";
import { createPublisher } from "./store.ts";

interface SocketEvents {
  /** From here on no event is missed until the connection breaks. */
  onConnected: (socket: Socket, token: string) => void;
  onEvent: (event: string, ...data: unknown[]) => void;
}

export interface LiveSocket {
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

let manager: Manager | undefined;
/** Whose socket a namespace's is: the library has one object for each namespace. */
const holders = new Map<string, object>();
const open = new Set<object>();
/** When a namespace was closed while another one stayed open. */
const closedAt = new Map<string, number>();
/** In milliseconds: a server that gets "close" and "open" of a namespace at once ends the connection. */
const settling = 100;

async function settled(namespace: string) {
  const rest = (closedAt.get(namespace) ?? 0) + settling - Date.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}

/** All namespaces of this tab share one connection, which ends with the last of them. */
async function connection() {
  const { Manager } = await import("socket.io-client");
  manager ??= new Manager(apiHost || window.location.origin, {
    ...socketPatience,
    path: socketPath,
    // A WebSocket needs no sticky sessions when several instances serve the site.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    // A socket connects once it knows how to sign in.
    autoConnect: false,
  });
  return manager;
}

/**
 * Keeps one socket of a namespace connected until the caller closes it. The socket library reconnects by itself except
 * after the server refused or closed the connection; this handles those cases. Errors are not shown
 * (docs/evidence/spec-clauses.md#s7-socket).
 */
export function openSocket(namespace: string, { onConnected, onEvent }: SocketEvents): LiveSocket {
  const holder = {};
  let isClosed = false;
  let socket: Socket | undefined;
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
    const opened = await connection();
    await settled(namespace);
    if (isClosed) return;
    holders.set(namespace, holder);
    open.add(holder);
    socket = opened.socket(namespace);
    // Read before each attempt, because tokens change while a screen stays open.
    socket.auth = (send) => {
      sent = readSession();
      send({ token: sent.accessToken ?? "" });
    };
    socket.on("connect", () => socket && onConnected(socket, sent.accessToken ?? ""));
    socket.on("connect_error", (error) => {
      // Inactive: the server refused, so the socket does not reconnect by itself.
      if (!socket?.active) void takeRefusal(error);
    });
    socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") later(connect, socketPatience.reconnectionDelay);
    });
    socket.onAny((event, ...data) => onEvent(event, ...data));
    socket.connect();
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
      open.delete(holder);
      if (open.size > 0) closedAt.set(namespace, Date.now());
      if (!socket || holders.get(namespace) !== holder) return;
      socket.removeAllListeners();
      socket.offAny();
      // Browsers report a connection that is closed before it is open as an error.
      if (socket.connected || !socket.active) socket.disconnect();
      else socket.once("connect", () => holders.get(namespace) === holder && socket?.disconnect());
    },
  };
}

interface Subscriber {
  handlers: Partial<ServerEvents>;
  onConnected: (() => void) | undefined;
}

type Handlers = Record<string, ((...data: unknown[]) => void) | undefined>;

let shared: LiveSocket | undefined;

/** All subscribers share one connection: it opens for the first and closes after the last. */
const { subscribe } = createPublisher<[deliver: (to: Subscriber) => void]>((publish) => {
  shared = openSocket("/", {
    onConnected(opened, token) {
      opened.emit("connect_notification", token);
      publish(({ onConnected }) => onConnected?.());
    },
    onEvent(event, ...data) {
      publish(({ handlers }) => (handlers as Handlers)[event]?.(...data));
    },
  });
  return () => {
    shared?.close();
    shared = undefined;
  };
});

/**
 * Subscribes to server events while this component is mounted and a user is signed in. `onConnected` runs each time the
 * subscription starts, also after an interruption: fetch then what may have been missed before.
 */
export function useLive(handlers: Partial<ServerEvents>, onConnected?: () => void): void {
  const latest = useRef<Subscriber>({ handlers, onConnected });
  useEffect(() => {
    latest.current = { handlers, onConnected };
  });
  const session = useSession();
  // The refresh token is the one stored value that stays the same for the whole session.
  const owner = session?.refreshToken ?? session?.accessToken;
  useEffect(() => {
    if (!owner) return;
    if (shared?.isConnected()) latest.current.onConnected?.();
    return subscribe((deliver) => deliver(latest.current));
  }, [owner]);
}
