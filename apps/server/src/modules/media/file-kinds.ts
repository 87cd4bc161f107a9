import { posterTypes, type recordingTypes, textPictureTypes, type uploadTypes } from "@cairn/contract";
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
  "audio/mp4": "mp4",
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

/** Where a PDF's header begins, within the first 1,024 bytes as viewers have it; null without one (docs/rules.md#refused-files). */
export function headerOfPdf(head: Buffer): number | null {
  const start = head.subarray(0, 1024).indexOf("%PDF-", 0, "latin1");
  if (start < 0) return null;
  return isOnlyOfPrinters(head.toString("latin1", 0, start).replace(byteOrderMark, "")) ? start : null;
}

/** null for a type that is not accepted. */
export const declaredKind = (declaredType: string): Kind | null =>
  kindOfDeclaration.get(declaredType) ?? null;

/**
 * Browsers declare the first of a file whose ending the device does not know; programs may declare nothing, and the part of a
 * form is then of the second (RFC 7578, 4.4). Its bytes say what it is.
 */
export const isUndeclared = (declaredType: string): boolean =>
  declaredType === "application/octet-stream" || declaredType === "text/plain" || declaredType === "";

/** The kind of file that the first bytes show. */
export interface FoundKind {
  /** null for a kind that is not accepted, or that is unknown. */
  readonly kind: Kind | null;
  readonly mime: string | null;
  /** For people: "a HEIC picture". null if unknown. */
  readonly name: string | null;
}

export async function kindOfHead(head: Buffer): Promise<FoundKind> {
  if (headerOfPdf(head) !== null) return { kind: "pdf", mime: "application/pdf", name: "a PDF file" };
  if (isSvg(head)) return { kind: null, mime: "image/svg+xml", name: "an SVG picture" };
  const found = await fileTypeFromBuffer(head);
  // The library knows an MP3 by a frame right behind its tag. Other programs look for the frame, as the measuring does.
  if (head.toString("latin1", 0, 3) === "ID3" && !(found?.mime.startsWith("audio/") && found.ext !== "mp3"))
    return { kind: "mp3", mime: "audio/mpeg", name: nameOf("mp3", "audio/mpeg") };
  if (!found) return { kind: null, mime: null, name: head.length === 0 ? "an empty file" : null };
  return { kind: kindOfBytes[found.mime] ?? null, mime: found.mime, name: nameOf(found.ext, found.mime) };
}

const isSvg = (head: Buffer) => /^\s*(?:<[?!][^>]*>\s*)*<svg[\s/>]/i.test(head.toString("utf8", 0, 1024));

const nouns: Readonly<Record<string, string>> = { image: "picture", video: "video", audio: "recording" };
/** Where the ending that the library gives says little. */
const formats: Readonly<Record<string, string>> = {
  cfb: "older Office",
  webp: "WebP",
  webm: "WebM",
  mov: "QuickTime",
};

function nameOf(extension: string, mime: string): string {
  const format = formats[extension] ?? extension.toUpperCase();
  // Most are spelled out, as in "an MP4"; HEIC and the like are read as words.
  const article = /^(?!FLAC)(?:[AEIOaeio]|[FHLMNRSX][^AEIOU])/.test(format) ? "an" : "a";
  return `${article} ${format} ${nouns[mime.split("/", 1)[0] ?? ""] ?? "file"}`;
}

/** Only the first frame of an animated picture is kept. */
const typesOfTextPictures: ReadonlySet<string> = new Set([...textPictureTypes, otherJpeg, "image/apng"]);

export const isTextPictureType = (declaredType: string): boolean => typesOfTextPictures.has(declaredType);

const typesOfPosters: ReadonlySet<string> = new Set([...posterTypes, otherJpeg, "image/apng"]);

export const isPosterType = (declaredType: string): boolean => typesOfPosters.has(declaredType);
