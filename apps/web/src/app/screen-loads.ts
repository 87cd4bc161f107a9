import { useSyncExternalStore } from "react";

let loading = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1) {
  loading += change;
  for (const listener of listeners) listener();
}

/** Fetches a screen's code, and lets it be seen that this is under way. */
export async function whileLoading<T>(load: () => Promise<T>): Promise<T> {
  // It is asked for while the site renders, when nothing may be told to render again.
  queueMicrotask(() => count(1));
  try {
    return await load();
  } finally {
    count(-1);
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useScreenLoading = () =>
  useSyncExternalStore(
    subscribe,
    () => loading > 0,
    () => false,
  );
