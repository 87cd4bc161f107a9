import { readItem, writeItem } from "../../lib/storage.ts";

/** An item that a member opened on this device and did not finish. */
interface Unfinished {
  readonly id: number;
  /** Where a film or a recording was left, in seconds; 0 for what is read. */
  readonly seconds: number;
}

const storageKey = "unfinished";
/** The device's members, the last one first: school computers are shared. */
const ownersKept = 20;
const itemsKept = 12;

type Stored = readonly (readonly [owner: number, items: readonly Unfinished[]])[];

/** The member's unfinished items, the last one first. */
export const readUnfinished = (owner: number): readonly Unfinished[] =>
  readAll().find(([member]) => member === owner)?.[1] ?? [];

/** Puts the item first. */
export const keepUnfinished = (owner: number, item: Unfinished) =>
  write(owner, [item, ...without(owner, item.id)].slice(0, itemsKept));

export const forgetUnfinished = (owner: number, id: number) => write(owner, without(owner, id));

const without = (owner: number, id: number) => readUnfinished(owner).filter((item) => item.id !== id);

function write(owner: number, items: readonly Unfinished[]) {
  const others = readAll().filter(([member]) => member !== owner);
  writeItem(storageKey, JSON.stringify([[owner, items], ...others].slice(0, ownersKept)));
}

/** Reads the storage each time, since other tabs write too. What Cairn did not write counts as nothing. */
function readAll(): Stored {
  try {
    const stored: unknown = JSON.parse(readItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (raw: unknown): raw is Stored[number] =>
  Array.isArray(raw) && Number.isSafeInteger(raw[0]) && Array.isArray(raw[1]) && raw[1].every(isUnfinished);

const isUnfinished = (raw: unknown): raw is Unfinished => {
  const { id, seconds } = (raw ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(id) && Number.isFinite(seconds);
};
