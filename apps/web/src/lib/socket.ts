import type { ServerEvents } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { type Line, openLine } from "./live-line.ts";
import { useSession } from "./session/useSession.ts";

interface Listener {
  handlers: Partial<ServerEvents>;
  onConnected: (() => void) | undefined;
}

/** Reads the listener as it was rendered last. */
type Ear = () => Listener;

const ears = new Set<Ear>();
let line: Line | undefined;

function hear<Event extends keyof ServerEvents>(event: Event, ...told: Parameters<ServerEvents[Event]>) {
  for (const ear of ears) {
    const handler = ear().handlers[event] as ((...told: Parameters<ServerEvents[Event]>) => void) | undefined;
    handler?.(...told);
  }
}

const tellConnected = () => {
  for (const ear of ears) ear().onConnected?.();
};

/** One line for all that listen: it opens for the first and closes after the last. */
function listen(ear: Ear) {
  ears.add(ear);
  if (line?.isConnected()) ear().onConnected?.();
  line ??= openLine({ onConnected: tellConnected, onEvent: hear });
  return () => {
    ears.delete(ear);
    if (ears.size > 0) return;
    line?.close();
    line = undefined;
  };
}

/**
 * Hears what the server tells while this component is mounted and somebody is signed in. `onConnected` runs whenever
 * listening begins, after each interruption too: whatever was told before that is to be fetched then.
 */
export function useLive(handlers: Partial<ServerEvents>, onConnected?: () => void): void {
  const listener = useRef<Listener>({ handlers, onConnected });
  useEffect(() => {
    listener.current = { handlers, onConnected };
  });
  const session = useSession();
  // Of all that is stored, this alone stays the same as long as the session does.
  const owner = session?.refreshToken ?? session?.accessToken;
  useEffect(() => {
    if (owner) return listen(() => listener.current);
  }, [owner]);
}
