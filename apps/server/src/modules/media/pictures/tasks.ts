/** A task for the picture process. */
export interface PictureTask {
  readonly source: string;
  /** The folder for the output files, whose names begin with `stem`. */
  readonly directory: string;
  readonly stem: string;
  /** A picture for a page, or a profile picture in each of its sizes, largest first. */
  readonly make: "page" | "squares";
  readonly mostPixels: number;
}

export interface MadePicture {
  readonly name: string;
  readonly type: "image/jpeg" | "image/png" | "image/webp";
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: Uint8Array;
}

/** Error codes from the contract's catalogue. */
export type PictureProblem = "file_type_refused" | "picture_too_large" | "storage_full" | "unavailable";

export type PictureAnswer =
  | { readonly pictures: readonly MadePicture[] }
  | { readonly problem: PictureProblem };
