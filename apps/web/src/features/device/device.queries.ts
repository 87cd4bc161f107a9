import type { ContentItem } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import {
  type Choices,
  changeChoices,
  clearAll,
  type Kept,
  type KeptFile,
  list,
  readChoices,
  removePart,
} from "../../lib/device/kept-store.ts";
import { fileOf, isChosen, readBound, sizeOf } from "../../lib/device/room.ts";
import type { KeepResult } from "../../lib/device/tasks.ts";

/** What lies on this device, which asks no server. */
export const deviceQuery = queryOptions({
  queryKey: ["device"],
  queryFn: async () => {
    const [entries, choices, bound] = await Promise.all([list(), readChoices(), readBound()]);
    return { ...partsOf(entries, choices), used: sizeOf(entries), bound };
  },
  // It changes with every page that is opened.
  staleTime: 0,
  retry: false,
});

/** Clears one part. A saved item stays saved, and is not fetched again by itself. */
export async function clearPart(part: string): Promise<void> {
  const id = Number(part.split("/")[1]);
  if (part.startsWith("series/")) {
    await changeChoices(({ series: { [id]: _, ...series } }) => ({ series }));
  } else if (part.startsWith("posts/")) {
    await changeChoices(({ saved, left, whole, series }) => ({
      left: saved.includes(id) ? [...new Set([...left, id])] : left,
      whole: whole.filter((other) => other !== id),
      series: Object.fromEntries(
        Object.entries(series).map(([of, items]) => [of, items.filter((other) => other !== id)]),
      ),
    }));
  }
  await removePart(part);
}

export const clearDevice = clearAll;

/** What is said when something could not be kept. */
export const keepRefusals: Record<Exclude<KeepResult, "kept">, string> = {
  full: "Not enough space. Clear something first.",
  missing: "This is no longer public.",
  failed: "This could not be fetched. Please try again.",
};

/** How many bytes the films, recordings and files of these items have. */
export async function sizeOfFiles(items: readonly Pick<ContentItem, "media">[]): Promise<number> {
  const files = await Promise.all(items.map(fileOf));
  return sizeOf(files.filter((file) => file !== null));
}

/** An item, an author or a series stored on this device. */
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

/** What is stored on this device, newest first, and the bytes of entries that belong to none of it. */
function partsOf(entries: readonly Kept[], choices: Choices): { parts: DevicePart[]; rest: number } {
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
