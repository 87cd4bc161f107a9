import type { ContentItem } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { mediaSource } from "../../lib/api/media-source.ts";
import { changeChoices, clearAll, list, readChoices, removePart } from "../../lib/device/kept-store.ts";
import { readBound, sizeOf } from "../../lib/device/room.ts";
import type { KeepResult } from "../../lib/device/tasks.ts";
import { partsOf } from "./device-parts.ts";

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

/** How many bytes the films, recordings and files of these items have; pictures do not count. */
export async function sizeOfFiles(items: readonly Pick<ContentItem, "media">[]): Promise<number> {
  const sizes = await Promise.all(
    items.map(async ({ media }) => {
      if (!media?.url.startsWith("/media/") || media.type.startsWith("image/")) return 0;
      const head = await fetch(mediaSource(media.url), { method: "HEAD" });
      return head.ok ? Number(head.headers.get("content-length") ?? 0) : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
