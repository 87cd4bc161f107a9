import { type CaptionTrack, type Embed, type Media, storedEmbed } from "@cairn/contract";

export interface MediaRow {
  readonly mediaKey: string | null;
  readonly mediaAlt: string;
  readonly mediaType: string | null;
  readonly mediaWidth: number | null;
  readonly mediaHeight: number | null;
  readonly mediaDuration: number | null;
  readonly mediaBytes: number | null;
  /** Of a PDF. */
  readonly mediaPages: number | null;
  readonly posterKey: string | null;
  /** Widths of the smaller files of the picture, or of the poster. */
  readonly renditionWidths: readonly number[] | null;
  readonly colour: string | null;
}

/** As the database knows it. */
export interface CoverRow {
  readonly key: string;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly widths: readonly number[] | null;
  readonly colour: string | null;
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
    ...(row.mediaType === "application/pdf" && {
      ...(row.mediaBytes !== null && { bytes: row.mediaBytes }),
      ...(row.mediaPages !== null && { pages: row.mediaPages }),
    }),
    alt: row.mediaAlt,
    poster_url: row.posterKey === null ? null : addressOf(row.posterKey),
    ...smallerFiles(row.posterKey ?? row.mediaKey, row, addressOf),
  };
}

/** A revision's cover, likewise. It decorates: the title says what it is about. */
export const presentCover = (cover: CoverRow | null, addressOf: (key: string) => string): Media | null =>
  cover &&
  presentMedia(
    {
      mediaKey: cover.key,
      mediaAlt: "",
      mediaType: cover.type,
      mediaWidth: cover.width,
      mediaHeight: cover.height,
      mediaDuration: null,
      mediaBytes: null,
      mediaPages: null,
      posterKey: null,
      renditionWidths: cover.widths,
      colour: cover.colour,
    },
    addressOf,
  );

/** A revision's film of another site, as a part of an answer. */
export function presentEmbed(address: string | null): { embed?: Embed } {
  const embed = address === null ? null : storedEmbed(address);
  return embed ? { embed } : {};
}

interface TrackRow {
  readonly key: string;
  readonly language: string;
  readonly cues: number;
}

/** A revision's captions, likewise. */
export const presentCaptions = (
  rows: readonly TrackRow[],
  addressOf: (key: string) => string,
): CaptionTrack[] =>
  rows.map(({ key, language, cues }) => ({ language, label: nameOf(language), url: addressOf(key), cues }));

/** A language's name in itself, or its tag. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function smallerFiles(
  key: string,
  { renditionWidths, colour }: MediaRow,
  addressOf: (key: string) => string,
): Pick<Media, "colour" | "sources"> {
  if (!renditionWidths?.length) return {};
  const sources = renditionFormats.flatMap((format) =>
    renditionWidths.map((width) => ({
      url: addressOf(renditionKey(key, width, format)),
      type: `image/${format}` as const,
      width,
    })),
  );
  return { ...(colour !== null && { colour }), sources };
}

/** The better one first. */
export const renditionFormats = ["avif", "webp"] as const;

/** Under which key a picture is stored in one of its smaller widths. */
export const renditionKey = (key: string, width: number, format: string): string =>
  `${key.split(".", 1)[0]}${width}.${format}`;
