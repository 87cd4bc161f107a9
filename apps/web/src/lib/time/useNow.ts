import { useSyncExternalStore } from "react";

/** How far behind a relative time may read. */
const step = 15_000;

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, step);
  return () => clearInterval(timer);
}

/** Whole steps, so that everything rendered together agrees and nothing renders without a change. */
const readNow = () => Math.floor(Date.now() / step) * step;

/** The time now, kept true while the page stays open. */
export const useNow = () => useSyncExternalStore(subscribe, readNow, readNow);
