import { concat, encode } from "./bytes.ts";

/** Tiles of 256 hashes and bundles of 256 entries, as C2SP tlog-tiles serves them. */
export const tileWidth = 256;
export const hashLength = 32;

/** Part of a tile: which one, and how many of its hashes or entries. */
export interface TilePart {
  /** null: the entries themselves. */
  readonly level: number | null;
  readonly index: number;
  readonly width: number;
}

/** `<L>/<N>[.p/<W>]`: tile 1234067 of level 0 is 0/x001/x234/067. */
export function formatTilePath({ level, index, width }: TilePart): string {
  const digits = String(index);
  const groups = digits.padStart(3 * Math.ceil(digits.length / 3), "0").match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `${level ?? "entries"}/${path}${width < tileWidth ? `.p/${width}` : ""}`;
}

/** What `formatTilePath` writes, its level apart from the rest; null if it is written otherwise. */
export function readTilePath(level: string, rest: string): TilePart | null {
  const isLevel = level === "entries" || /^([0-9]|[1-5][0-9]|6[0-3])$/.test(level);
  const [, index, width] = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(rest) ?? [];
  if (!isLevel || index === undefined || index.startsWith("x000/")) return null;
  if (width !== undefined && Number(width) >= tileWidth) return null;
  return {
    level: level === "entries" ? null : Number(level),
    index: Number(index.replace(/[x/]/g, "")),
    width: width === undefined ? tileWidth : Number(width),
  };
}

/** Entries in a bundle: each after its length in two bytes, the higher one first. */
export const formatEntries = (entries: readonly string[]): Uint8Array<ArrayBuffer> =>
  concat(
    ...entries.flatMap((entry) => {
      const bytes = encode(entry);
      return [Uint8Array.of(bytes.length >> 8, bytes.length), bytes];
    }),
  );

/** The bytes of a bundle's entries. The last one is shorter than its length if the bundle was cut off. */
export function readEntries(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at + 2 <= bundle.length; ) {
    const end = at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
