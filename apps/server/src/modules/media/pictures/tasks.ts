/** What the picture process is asked for. */
export interface PictureTask {
  readonly source: string;
  /** Where to write what is made, under names that begin with `stem`. */
  readonly directory: string;
  readonly stem: string;
  /** A picture for a page, or a face in each of its sizes, largest first. */
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

/** Codes of the contract's catalogue. */
export type PictureProblem = "file_type_refused" | "picture_too_large" | "storage_full";

export type PictureAnswer =
  | { readonly pictures: readonly MadePicture[] }
  | { readonly problem: PictureProblem };
