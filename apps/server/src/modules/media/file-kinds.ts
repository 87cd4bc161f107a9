import { type recordingTypes, textPictureTypes, type uploadTypes } from "@cairn/contract";
import { fileTypeFromBuffer } from "file-type";

/** The kind of a file; each kind is checked and stored in its own way. */
export type Kind = "picture" | "pdf" | "mp4" | "mp3" | "ogg";

/** What some programs call a JPEG. */
const otherJpeg = "image/jpg";

/** The contract's uploadTypes and recordingTypes. A JPEG named .png is still a picture. */
const kindOfDeclaration: ReadonlyMap<string, Kind> = new Map<
  (typeof uploadTypes | typeof recordingTypes)[number] | typeof otherJpeg,
  Kind
>([
  ["image/jpeg", "picture"],
  [otherJpeg, "picture"],
  ["image/png", "picture"],
  ["application/pdf", "pdf"],
  ["video/mp4", "mp4"],
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/mp4", "mp4"],
  ["audio/m4a", "mp4"],
  ["audio/x-m4a", "mp4"],
  ["audio/ogg", "ogg"],
  ["audio/opus", "ogg"],
  ["application/ogg", "ogg"],
]);

/**
 * MIME types as the library reports them. An animated PNG keeps its first frame; Apple's names for MP4s count as MP4, and
 * so do those of telephones (3GPP), which are MP4s as well.
 */
const kindOfBytes: Readonly<Record<string, Kind>> = {
  "image/jpeg": "picture",
  "image/png": "picture",
  "image/apng": "picture",
  "application/pdf": "pdf",
  "video/mp4": "mp4",
  "video/x-m4v": "mp4",
  "video/3gpp": "mp4",
  "video/3gpp2": "mp4",
  "audio/x-m4a": "mp4",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/ogg; codecs=opus": "ogg",
};

/**
 * Whether there is only white space, zeros and the commands that printers put around a PDF (PJL). Viewers skip anything
 * there, but a page or a program could hide in it.
 */
export function isOnlyOfPrinters(text: string): boolean {
  const lines = text.replaceAll("\x1b%-12345X", "\n").replaceAll("\x04", " ").replaceAll("\x1a", " ");
  return /^(?:[\s\0]|@PJL[^\r\n<]*(?=[\r\n]|$))*$/.test(lines);
}
const byteOrderMark = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/;

/** Where a PDF's header begins, within the first 1,024 bytes as viewers have it; null without one (docs/rules.md#d95). */
export function headerOfPdf(head: Buffer): number | null {
  const start = head.subarray(0, 1024).indexOf("%PDF-", 0, "latin1");
  if (start < 0) return null;
  return isOnlyOfPrinters(head.toString("latin1", 0, start).replace(byteOrderMark, "")) ? start : null;
}

/** null for a type that is not accepted. */
export const declaredKind = (declaredType: string): Kind | null =>
  kindOfDeclaration.get(declaredType) ?? null;

/** The kind according to the first bytes of a file; null for anything that is not accepted. */
export async function kindOfHead(head: Buffer): Promise<Kind | null> {
  const found = await fileTypeFromBuffer(head);
  return kindOfBytes[found?.mime ?? ""] ?? null;
}

/** Of animated pictures the first frame is kept. */
const typesOfTextPictures: ReadonlySet<string> = new Set([...textPictureTypes, otherJpeg, "image/apng"]);

export const isTextPictureType = (declaredType: string): boolean => typesOfTextPictures.has(declaredType);

/** Whether a file with these first bytes may stand in a text. */
export const isTextPicture = async (head: Buffer): Promise<boolean> =>
  isTextPictureType((await fileTypeFromBuffer(head))?.mime ?? "");
