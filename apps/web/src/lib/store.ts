import { useEffect, useSyncExternalStore } from "react";

type Listener<Args extends unknown[]> = (...args: Args) => void;

/** A value outside React that components can read and subscribe to. */
export interface Store<Value> {
  /** Returns the same value until something changes. */
  get: () => Value;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * Calls every listener on each `publish`. `connect` runs for the first listener, and the function that it returns after
 * the last one.
 */
export function createPublisher<Args extends unknown[] = []>(
  connect?: (publish: Listener<Args>) => () => void,
) {
  const listeners = new Set<Listener<Args>>();
  let disconnect: (() => void) | undefined;

  const publish = (...args: Args) => {
    for (const listener of listeners) listener(...args);
  };

  function subscribe(listener: Listener<Args>) {
    listeners.add(listener);
    if (listeners.size === 1) disconnect ??= connect?.(publish);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      disconnect?.();
      disconnect = undefined;
    };
  }

  return { publish, subscribe };
}

/** A value kept in memory. */
export function createStore<Value>(initial: Value) {
  const { publish, subscribe } = createPublisher();
  let value = initial;
  return {
    get: () => value,
    set(next: Value) {
      value = next;
      publish();
    },
    subscribe,
  } satisfies Store<Value> & { set: (next: Value) => void };
}

/** `getAtBuild` reads the value for prerendered HTML and hydration. */
export const useStore = <Value>({ get, subscribe }: Store<Value>, getAtBuild: () => Value = get): Value =>
  useSyncExternalStore(subscribe, get, getAtBuild);

const hydrated = { get: () => true, subscribe: () => () => {} };

/** False in prerendered HTML and during hydration; true from then on. */
export const useHydrated = () => useStore(hydrated, () => false);

/**
 * For a part of a finished page whose code comes later than the application: the value of its `data-waiting`. While it
 * is set, the page's own script keeps what is pressed and typed in there (app/start.js), and gives it back afterwards.
 */
export function useWaiting(): "" | undefined {
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) document.dispatchEvent(new Event("application-ready"));
  }, [isHydrated]);
  return isHydrated ? undefined : "";
}
