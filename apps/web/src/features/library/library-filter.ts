import { type ContentType, limits, readContentType, type SearchQuery } from "@cairn/contract";

/** What a reader looks for. An empty text stands for everything. */
export interface LibraryFilter {
  q: string;
  type: ContentType | "";
  /** A category's name; links made elsewhere may give its id. */
  category: string;
}

export const wholeLibrary: LibraryFilter = { q: "", type: "", category: "" };

/** Reads ?q=&type=&category= as leniently as an address deserves that somebody typed or cut. */
export function readFilter(params: URLSearchParams): LibraryFilter {
  const given = (name: string) => params.get(name)?.trim() ?? "";
  return {
    q: given("q").slice(0, limits.searchLength),
    type: readContentType(given("type")) ?? "",
    category: given("category"),
  };
}

/** The filter's parts that are set: what the address shows and what the server is asked for. */
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
