import type { ContentItem } from "@cairn/contract";
import { mediaSource } from "../api/media-source.ts";
import type { Choices, Kept, KeptFile } from "./kept-store.ts";

/** In bytes: more is never kept, however much the device offers. */
const most = 200 * 1024 ** 2;
/** In milliseconds: how long something stays that was only opened. */
const openedFor = 30 * 24 * 60 * 60 * 1000;
/** A list of them is read as a whole. */
const maxEntries = 5_000;

/** How many bytes may be stored, given the browser's quota for the site. */
export const boundOf = (quota: number | undefined) => Math.min(most, Math.floor((quota ?? most * 10) / 10));

/** How many bytes may be stored on this device. */
export async function readBound(): Promise<number> {
  const { quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return boundOf(quota);
}

/** The film, recording or file of an item, with its size; null: it has none. Pictures do not count. */
export async function fileOf({ media }: Pick<ContentItem, "media">): Promise<KeptFile | null> {
  if (!media?.url.startsWith("/media/") || media.type.startsWith("image/")) return null;
  const { url, type } = media;
  const head = await fetch(mediaSource(url), { method: "HEAD", credentials: "same-origin" });
  return head.ok ? { url, type, size: Number(head.headers.get("content-length") ?? 0) } : null;
}

/** Whether this part is kept on purpose. */
export function isChosen(part: string | null, { saved, series, left }: Choices): boolean {
  if (part === null) return false;
  const [kind, id] = part.split("/");
  const number = Number(id);
  if (kind === "series") return series[number] !== undefined;
  if (kind !== "posts") return false;
  const isSaved = saved.includes(number) && !left.includes(number);
  return isSaved || Object.values(series).some((of) => of.includes(number));
}

export const sizeOf = (entries: readonly Pick<Kept, "size">[]) =>
  entries.reduce((sum, { size }) => sum + size, 0);

/** What has to go: what was opened long ago, and what does not fit beside the newest, what is kept on purpose first. */
export function surplus(entries: readonly Kept[], choices: Choices, bound: number, now: number): Kept[] {
  const byWorth = entries
    .map((entry) => ({ entry, isKept: isChosen(entry.part, choices) }))
    .sort((a, b) => Number(b.isKept) - Number(a.isKept) || b.entry.at - a.entry.at);
  let size = 0;
  return byWorth.flatMap(({ entry, isKept }, place) => {
    size += entry.size;
    const isOld = !isKept && entry.at < now - openedFor;
    return isOld || size > bound || place >= maxEntries ? entry : [];
  });
}
