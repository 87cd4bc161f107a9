import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** What the browser keeps with the current entry of its history: the router's fields, our notes beside them. */
const entryState = () => (window.history.state ?? {}) as Record<string, unknown>;

/** The router calls the entry that a page was opened with "default". */
const isCurrent = (key: string) => (entryState().key ?? "default") === key;

/**
 * State that belongs to a place in the browser's history: Back, Forward and a reload find it as it was left, and
 * the page does not scroll when it changes. `read` makes a value of whatever stands there, nothing included.
 */
export function useEntryState<Value>(name: string, read: (noted: unknown) => Value) {
  const { key } = useLocation();
  const readNow = () => ({ key, value: read(entryState()[name]) });
  const [held, setHeld] = useState(readNow);
  const isLeaving = useRef(false);
  // The screen's own link was pressed again: another entry, without our notes.
  if (held.key !== key) setHeld(readNow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` and `name` say the same on every render
  useEffect(() => {
    const follow = () => {
      isLeaving.current = false;
      if (isCurrent(key)) setHeld(readNow());
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [key]);

  return {
    value: held.value,
    keep: (value: Value) => {
      window.history.replaceState({ ...entryState(), [name]: value }, "");
      setHeld({ key, value });
    },
    /** Keeps it in an entry of its own, which Back leaves. */
    push: (value: Value) => {
      window.history.pushState({ ...entryState(), [name]: value }, "");
      setHeld({ key, value });
    },
    /** Goes back from what `push` made. The value is gone at once; a second call meanwhile does nothing. */
    leave: () => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      setHeld({ key, value: read(undefined) });
      window.history.back();
    },
  };
}
