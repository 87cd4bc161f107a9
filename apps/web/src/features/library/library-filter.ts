import { type ContentType, type LanguageCode, libraryParameters, type SearchQuery } from "@cairn/contract";
import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router";

/** The library's search. An empty text matches everything. */
export interface LibraryFilter {
  q: string;
  type: ContentType | "";
  /** A category's name; links made elsewhere may give its id. */
  category: string;
  language: LanguageCode | "";
}

export const wholeLibrary: LibraryFilter = { q: "", type: "", category: "", language: "" };

/** Reads ?q=&type=&category=&language= leniently, since the address may have been typed or cut off. */
export function readFilter(params: URLSearchParams): LibraryFilter {
  const { q, type, category, language } = libraryParameters;
  const given = (name: string) => params.get(name) ?? "";
  return {
    q: q(given("q")),
    type: type(given("type")),
    category: category(given("category")),
    language: language(given("language")),
  };
}

/** The parts of the filter that are set, for the address and the server call. */
export const partsOf = (filter: LibraryFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "")) as Omit<
    SearchQuery,
    "cursor"
  >;

export const addressOf = (filter: LibraryFilter) => {
  const search = new URLSearchParams(partsOf(filter)).toString();
  return search && `?${search}`;
};

export const isSameFilter = (one: LibraryFilter, other: LibraryFilter) => addressOf(one) === addressOf(other);

/** How long typing must pause, in milliseconds, before the search runs. */
const pause = 300;

/** Marks history entries that this search created: the box is right already, or ahead of them. */
const ownEntry = { isOfSearch: true };

/**
 * The address holds the search, so that Back, a reload and a shared link restore it. The controls show a choice at once,
 * before the router has rendered its address; the box is ahead of both by what was just typed. A search is one history
 * entry, however often its words change.
 */
export function useLibraryFilter() {
  const [params] = useSearchParams();
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => readFilter(params));
  const [typed, setTyped] = useState(filter.q);
  const [place, setPlace] = useState(key);

  if (place !== key) {
    const found = readFilter(params);
    setPlace(key);
    setFilter(found);
    // Words may have been typed since this search went to its address; a link or Back fills the box again.
    if (isReturn || state?.isOfSearch !== true) setTyped(found.q);
  }

  const find = useCallback(
    (q: string) => {
      const next = { ...filter, q: q.trim() };
      if (isSameFilter(next, filter)) return;
      setFilter(next);
      void navigate({ search: addressOf(next) }, { replace: filter.q !== "", state: ownEntry });
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
      const next = { ...filter, q: typed.trim(), ...change };
      setTyped(next.q);
      if (isSameFilter(next, filter)) return;
      setFilter(next);
      void navigate({ search: addressOf(next) }, { state: ownEntry });
    },
  };
}

export type LibrarySearch = ReturnType<typeof useLibraryFilter>;
