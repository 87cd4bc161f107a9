import {
  type ContentType,
  type LanguageCode,
  limits,
  readContentType,
  readLanguage,
  readSearchWords,
  type SearchQuery,
} from "@cairn/contract";

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
  const given = (name: string) => params.get(name)?.trim() ?? "";
  return {
    // By whole characters (code points), as the server counts them.
    q: [...readSearchWords(params.get("q") ?? "")].slice(0, limits.searchLength).join(""),
    type: readContentType(given("type")) ?? "",
    category: given("category"),
    language: readLanguage(given("language")) ?? "",
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
