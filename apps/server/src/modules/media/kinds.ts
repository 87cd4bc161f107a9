import { fileTypeFromBuffer } from "file-type";

/** The kind of a file; each kind is checked and stored in its own way. */
export type Kind = "picture" | "pdf" | "mp4";

/** The contract's uploadTypes. A JPEG named .png is still a picture. */
const kindOfDeclaration = new Map<string, Kind>([
  ["image/jpeg", "picture"],
  ["image/png", "picture"],
  ["application/pdf", "pdf"],
  ["video/mp4", "mp4"],
]);

/**
 * MIME types as the library reports them. An animated PNG keeps its first frame; Apple's names for MP4s count as MP4.
 */
const kindOfBytes: Readonly<Record<string, Kind>> = {
  "image/jpeg": "picture",
  "image/png": "picture",
  "image/apng": "picture",
  "application/pdf": "pdf",
  "video/mp4": "mp4",
  "video/x-m4v": "mp4",
  "audio/x-m4a": "mp4",
};

/** null for a type that is not accepted. */
export const declaredKind = (declaredType: string): Kind | null =>
  kindOfDeclaration.get(declaredType) ?? null;

/** The kind according to the first bytes of a file; null for anything that is not accepted. */
export async function kindOfHead(head: Buffer): Promise<Kind | null> {
  const found = await fileTypeFromBuffer(head);
  return kindOfBytes[found?.mime ?? ""] ?? null;
}
