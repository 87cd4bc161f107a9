import type { ServerEvents } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { type LiveSocket, openSocket } from "./live-socket.ts";
import { useSession } from "./session/useSession.ts";
import { createPublisher } from "./store.ts";

interface Subscriber {
  handlers: Partial<ServerEvents>;
  onConnected: (() => void) | undefined;
}

type Handlers = Record<string, ((...data: unknown[]) => void) | undefined>;

let socket: LiveSocket | undefined;

/** All subscribers share one connection: it opens for the first and closes after the last. */
const { subscribe } = createPublisher<[deliver: (to: Subscriber) => void]>((publish) => {
  socket = openSocket("/", {
    onConnected(opened, token) {
      opened.emit("connect_notification", token);
      publish(({ onConnected }) => onConnected?.());
    },
    onEvent(event, ...data) {
      publish(({ handlers }) => (handlers as Handlers)[event]?.(...data));
    },
  });
  return () => {
    socket?.close();
    socket = undefined;
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
    if (socket?.isConnected()) latest.current.onConnected?.();
    return subscribe((deliver) => deliver(latest.current));
  }, [owner]);
}
