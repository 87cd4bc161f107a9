import type { ServerEvents } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { type Line, openLine } from "./live-line.ts";
import { useSession } from "./session/useSession.ts";
import { createPublisher } from "./store.ts";

interface Subscriber {
  handlers: Partial<ServerEvents>;
  onConnected: (() => void) | undefined;
}

let line: Line | undefined;

/** All subscribers share one connection: it opens for the first and closes after the last. */
const { subscribe } = createPublisher<[deliver: (to: Subscriber) => void]>((publish) => {
  line = openLine({
    onConnected: () => publish(({ onConnected }) => onConnected?.()),
    onEvent: (event, ...data) =>
      publish(({ handlers }) => (handlers[event] as ((...args: typeof data) => void) | undefined)?.(...data)),
  });
  return () => {
    line?.close();
    line = undefined;
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
    if (line?.isConnected()) latest.current.onConnected?.();
    return subscribe((deliver) => deliver(latest.current));
  }, [owner]);
}
