import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "../../lib/store.ts";

/** The state of the current history entry: the router's fields plus ours. */
const entryState = () => (window.history.state ?? {}) as Record<string, unknown>;

/** The router calls the entry that a page was opened with "default". */
const isCurrent = (key: string) => (entryState().key ?? "default") === key;

/**
 * State tied to a history entry: Back, Forward and a reload restore it, and changing it does not scroll the page.
 * `read` converts the stored value, which may be anything or missing.
 */
export function useEntryState<Value>(name: string, read: (noted: unknown) => Value) {
  const { key } = useLocation();
  // The server renders what a new entry shows; a reload restores the entry's state after that.
  const isKnown = useHydrated();
  const readNow = () => ({ key, isKnown, value: read(isKnown ? entryState()[name] : undefined) });
  const [held, setHeld] = useState(readNow);
  const isLeaving = useRef(false);
  // Also when the screen's own link was pressed again: a new entry without our state.
  if (held.key !== key || held.isKnown !== isKnown) setHeld(readNow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` and `name` say the same on every render
  useEffect(() => {
    const follow = () => {
      isLeaving.current = false;
      if (isCurrent(key)) setHeld(readNow());
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [key, isKnown]);

  return {
    value: held.value,
    keep: (value: Value) => {
      window.history.replaceState({ ...entryState(), [name]: value }, "");
      setHeld({ key, isKnown, value });
    },
    /** Stores the value in a new history entry, which Back leaves. */
    push: (value: Value) => {
      window.history.pushState({ ...entryState(), [name]: value }, "");
      setHeld({ key, isKnown, value });
    },
    /**
     * Goes back from the entry that `push` made. The value resets immediately; a second call before the navigation
     * completes does nothing.
     */
    leave: () => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      setHeld({ key, isKnown, value: read(undefined) });
      window.history.back();
    },
  };
}

const readKey = (noted: unknown) => (typeof noted === "string" ? noted : null);

/**
 * The item of a list that is open in a modal. Opening adds a history entry, so that Back closes the modal. The item is
 * remembered by its key, never by its place in the list: a refresh may move it, or remove it while it is open.
 *
 * @param name the field of the history entry
 */
export function useOpenedItem<Item>(name: string, items: readonly Item[], keyOf: (item: Item) => string) {
  const { value: key, push, leave } = useEntryState(name, readKey);
  const [pressed, setPressed] = useState<Item | null>(null);
  const known = pressed === null ? items : [...items, pressed];
  return {
    opened: known.find((item) => keyOf(item) === key) ?? null,
    open: (item: Item) => {
      setPressed(item);
      push(keyOf(item));
    },
    close: leave,
  };
}
