import type { Media } from "@cairn/contract";

export interface MediaRow {
  readonly mediaKey: string | null;
  readonly mediaAlt: string;
  readonly mediaType: string | null;
  readonly mediaWidth: number | null;
  readonly mediaHeight: number | null;
  readonly mediaDuration: number | null;
  readonly posterKey: string | null;
}

/** A revision's file; `addressOf` turns a stored file's key into an address this reader may use. */
export function presentMedia(row: MediaRow, addressOf: (key: string) => string): Media | null {
  if (row.mediaKey === null || row.mediaType === null) return null;
  return {
    url: addressOf(row.mediaKey),
    type: row.mediaType,
    width: row.mediaWidth,
    height: row.mediaHeight,
    duration_seconds: row.mediaDuration,
    alt: row.mediaAlt,
    poster_url: row.posterKey === null ? null : addressOf(row.posterKey),
  };
}
