import { type ContentType, type LanguageCode, screens } from "@cairn/contract";

/** The library's filter as the site reads it (apps/web/src/features/library/library-filter.ts). Empty: everything. */
export interface LibraryAsk {
  readonly q: string;
  readonly type: ContentType | "";
  readonly category: string;
  readonly language: LanguageCode | "";
  /** Empty: the first page. */
  readonly cursor: string;
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return search === "" ? path : `${path}?${search}`;
}

export const libraryPath = ({ q, type, category, language, cursor }: LibraryAsk): string =>
  withQuery(screens.library, { q, type, category, language, cursor });

export const ledgerPath = (cursor: string): string => withQuery(screens.ledger, { cursor });
