import { serverNow } from "../api/server-now.ts";
import { useStore } from "../store.ts";

/** How far a relative time may lag behind, in milliseconds. */
const step = 15_000;

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, step);
  return () => clearInterval(timer);
}

/** Rounded to whole steps, so that all relative times agree and nothing re-renders without a change. */
const get = () => Math.floor(serverNow() / step) * step;

/** The server's time in milliseconds, updated while the page stays open. */
export const useNow = () => useStore({ get, subscribe });
