import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { addressOf, isSameFilter, type LibraryFilter, readFilter } from "./library-filter.ts";

/** How long the reader stops typing before their words are looked for. */
const pause = 300;

/** Marks the places in the history that typing led to. */
const typing = { typing: true };

/**
 * The address holds what is looked for, so that Back, a reload and a shared link find it again; the box runs ahead
 * of it by what was typed since. A search is one entry of the history however often its words change.
 */
export function useLibraryFilter() {
  const [params] = useSearchParams();
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(params), [params]);
  const [typed, setTyped] = useState(filter.q);
  const [place, setPlace] = useState(key);

  if (place !== key) {
    setPlace(key);
    // Typing goes on while its own navigation is under way; any other one fills the box anew.
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
    /** Looks for what is typed without waiting. */
    submit: () => find(typed),
    /** An entry of its own in the history; what was typed just before is not lost. */
    choose: (change: Partial<LibraryFilter>) => {
      const next = { ...filter, q: typed.trim(), ...change };
      setTyped(next.q);
      if (!isSameFilter(next, filter)) void navigate({ search: addressOf(next) });
    },
  };
}

export type LibrarySearch = ReturnType<typeof useLibraryFilter>;
