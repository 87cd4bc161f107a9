import type { Choices, Kept, KeptFile } from "../../lib/device/kept-store.ts";
import { isChosen, sizeOf } from "../../lib/device/room.ts";

/** An item, an author or a series that lies on this device. */
export interface DevicePart {
  /** Such as `posts/7`. */
  part: string;
  title: string;
  /** Bytes of everything that belongs to it. */
  size: number;
  /** When the server gave its newest answer, in milliseconds since 1970. */
  at: number;
  isChosen: boolean;
  /** Its film, recording or file, if it has one and is kept on purpose. */
  file?: KeptFile & { isHere: boolean };
}

/** What lies on this device, newest first, and the bytes of what belongs to none of it. */
export function partsOf(entries: readonly Kept[], choices: Choices): { parts: DevicePart[]; rest: number } {
  const byPart = new Map<string | null, Kept[]>();
  for (const entry of entries) byPart.set(entry.part, [...(byPart.get(entry.part) ?? []), entry]);
  const parts: DevicePart[] = [];
  let rest = 0;
  for (const [part, own] of byPart) {
    const title = own.find((entry) => entry.title !== null)?.title;
    // Pictures of a page that is gone, for instance.
    if (part === null || !title) rest += sizeOf(own);
    else parts.push({ part, title, ...factsOf(part, own, choices) });
  }
  return { parts: parts.sort((a, b) => b.at - a.at), rest };
}

function factsOf(part: string, entries: readonly Kept[], choices: Choices) {
  const chosen = isChosen(part, choices);
  const file = part.startsWith("posts/") ? choices.files[Number(part.slice(6))] : undefined;
  const isHere = entries.some(({ kind, url }) => kind === "media" && url === file?.url);
  return {
    size: sizeOf(entries),
    at: Math.max(...entries.map(({ at }) => at)),
    isChosen: chosen,
    ...(chosen && file && { file: { ...file, isHere } }),
  };
}

/** What a file is called. */
export function fileWord(type: string): string {
  if (type.startsWith("video/")) return "video";
  if (type.startsWith("audio/")) return "recording";
  return type === "application/pdf" ? "PDF" : "file";
}
