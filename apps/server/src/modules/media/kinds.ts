import { fileTypeFromBuffer } from "file-type";

/** What a file is taken for; each kind is checked and stored in its own way. */
export type Kind = "picture" | "pdf" | "film";

/** uploadTypes of the contract. A picture named .png that is a JPEG is still a picture. */
const kindOfDeclaration = new Map<string, Kind>([
  ["image/jpeg", "picture"],
  ["image/png", "picture"],
  ["application/pdf", "pdf"],
  ["video/mp4", "film"],
]);

/** By the library's names. An animated PNG keeps its first frame; Apple's names for MP4s are MP4s. */
const kindOfBytes: Readonly<Record<string, Kind>> = {
  "image/jpeg": "picture",
  "image/png": "picture",
  "image/apng": "picture",
  "application/pdf": "pdf",
  "video/mp4": "film",
  "video/x-m4v": "film",
  "audio/x-m4a": "film",
};

/** null for a type that is not taken. */
export const declaredKind = (declaredType: string): Kind | null =>
  kindOfDeclaration.get(declaredType) ?? null;

/** What the bytes at the beginning of a file say that it is; null for anything that is not taken. */
export async function kindOfHead(head: Buffer): Promise<Kind | null> {
  const found = await fileTypeFromBuffer(head);
  return kindOfBytes[found?.mime ?? ""] ?? null;
}
