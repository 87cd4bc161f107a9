import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { addressOf, isSameFilter, type LibraryFilter, readFilter } from "./library-filter.ts";

/** How long typing must pause, in milliseconds, before the search runs. */
const pause = 300;

/** Marks history entries that typing created. */
const typing = { typing: true };

/**
 * The address holds the search, so that Back, a reload and a shared link restore it; the box is ahead of it by what was
 * just typed. A search is one history entry, however often its words change.
 */
export function useLibraryFilter() {
  const [params] = useSearchParams();
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(params), [params]);
  const [typed, setTyped] = useState(filter.q);
  const [place, setPlace] = useState(key);
  // The router renders a new address when there is time for it: a second choice before that must not undo the first.
  const newest = useRef(filter);
  useEffect(() => {
    newest.current = filter;
  }, [filter]);

  if (place !== key) {
    setPlace(key);
    // A navigation caused by typing must not overwrite the box; any other one fills it again.
    if (isReturn || state?.typing !== true) setTyped(filter.q);
  }

  const find = useCallback(
    (q: string) => {
      const next = { ...filter, q: q.trim() };
      if (isSameFilter(next, filter)) return;
      void navigate({ search: addressOf(next) }, { replace: filter.q !== "", state: typing });
    },
    [filter, navigate],
  );

  useEffect(() => {
    const timer = setTimeout(() => find(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, find]);

  return {
    filter,
    typed,
    type: setTyped,
    /** Searches for the typed text immediately. */
    submit: () => find(typed),
    /** Adds a history entry; text typed just before is included. */
    choose: (change: Partial<LibraryFilter>) => {
      const next = { ...newest.current, q: typed.trim(), ...change };
      setTyped(next.q);
      if (isSameFilter(next, newest.current)) return;
      newest.current = next;
      void navigate({ search: addressOf(next) });
    },
  };
}

export type LibrarySearch = ReturnType<typeof useLibraryFilter>;
