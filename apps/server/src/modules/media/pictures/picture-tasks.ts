import type { LogoForm } from "../../../lib/site-look.ts";

/** A task for the picture process. */
export interface PictureTask {
  readonly source: string;
  /** The folder for the output files, whose names begin with `stem`. */
  readonly directory: string;
  readonly stem: string;
  /**
   * A picture for a page; the same of a poster, which may come as a WebP; a profile picture in each of its sizes, largest
   * first; a page's picture in smaller files; a picture for a text and then its smaller files; or the same of one that was
   * made for a text before, which stays as it is.
   */
  readonly make: "page" | "poster" | "squares" | "renditions" | "text" | "made text";
  readonly maxPixels: number;
  /** The same of a picture that is decoded small. */
  readonly maxShrunkPixels: number;
}

/** How many pixels a picture has, read from its header alone. */
export interface SizeTask {
  readonly make: "size";
  readonly source: string;
  /** Texts take more kinds of pictures, and so do posters. */
  readonly isForText: boolean;
}

/** The length of a recording. */
export interface SoundTask {
  readonly make: "sound";
  readonly source: string;
  readonly kind: "mp3" | "ogg";
}

/** The pages of a PDF, and whether it is locked. */
export interface PdfTask {
  readonly make: "pdf";
  readonly source: string;
}

/** In place of the logo and the accent of Cairn. */
export interface Brand {
  readonly name: string;
  readonly accent: string;
  /** The logo as a PNG. */
  readonly logo: Uint8Array | null;
}

/** The picture that previews of an item's address show. */
export interface CardTask {
  readonly make: "card";
  /** The folder with the logo. */
  readonly assets: string;
  /** Its names are isolated (withIsolatedNames). */
  readonly title: string;
  readonly kind: string;
  readonly author: string;
  /** Who approved the revision, if readers may know, and on which day, as "19 October 2026". */
  readonly approval: { readonly by: string | null; readonly on: string } | null;
  /** The bytes of a stored picture to show beside the words. */
  readonly picture: Uint8Array | null;
  /** null: the site has the look of Cairn. */
  readonly brand: Brand | null;
}

/** The square picture of a podcast. */
export interface ArtTask {
  readonly make: "art";
  readonly assets: string;
  readonly title: string;
  readonly foot: string;
  readonly brand: Brand | null;
}

/** One form of a site's logo, from any picture. */
export interface LogoTask {
  readonly make: "logo";
  readonly source: string;
  readonly form: LogoForm;
  readonly maxPixels: number;
}

/** What a caller says of a picture to draw. */
export type Drawing = Omit<CardTask, "assets"> | Omit<ArtTask, "assets">;

export interface MadePicture {
  readonly name: string;
  readonly type: "image/jpeg" | "image/png" | "image/webp" | "image/avif";
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  /** Only with renditions of an opaque picture: its mean colour, "#rrggbb". */
  readonly colour?: string;
}

/** Error codes from the contract's catalogue. */
export type PictureProblem = "file_type_refused" | "picture_too_large" | "storage_full" | "unavailable";

export type PictureAnswer =
  | { readonly pictures: readonly MadePicture[] }
  | { readonly problem: PictureProblem };

/** `isShrunk`: it is decoded small, so that its memory is that of the smaller picture. */
export type SizeAnswer =
  | { readonly pixels: number; readonly isShrunk: boolean }
  | { readonly problem: PictureProblem };

/** Seconds; null if the file does not say. */
export type SoundAnswer = { readonly seconds: number | null } | { readonly problem: PictureProblem };

/** `pages`: null if the file cannot be read. `isLocked`: it asks everybody for a password. */
export interface PdfFacts {
  readonly pages: number | null;
  readonly isLocked: boolean;
}

/** A PNG. */
export type CardAnswer = { readonly card: Uint8Array } | { readonly problem: PictureProblem };
