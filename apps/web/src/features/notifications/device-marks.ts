import { readItem, writeItem } from "../../lib/storage.ts";

/** What this device alone remembers about a member's notifications: the spec has a call for reading only (D51). */
export interface DeviceMarks {
  /** Ids of the server's that were read and are to stand out again. */
  unread: readonly number[];
  /** Keys of read items that no server knows (D9). */
  read: readonly string[];
  /** Keys of cleared items that no server knows. */
  hidden: readonly string[];
  /** The server's were cleared up to this id. */
  clearedTo: number;
  /** How many of those were unread when they were cleared. */
  clearedUnread: number;
}

export const noMarks: DeviceMarks = { unread: [], read: [], hidden: [], clearedTo: 0, clearedUnread: 0 };

/** Members of one device, the last one to change something first: computers of a school are shared. */
type AllMarks = readonly (readonly [owner: number, marks: DeviceMarks])[];

const storageKey = "notificationMarks";
/** The newest are kept. Far more than a screen shows, and together far less than the storage holds. */
const ownersKept = 20;
const marksKept = 200;

const listeners = new Set<() => void>();
let known: { stored: string | null; marks: AllMarks } = { stored: null, marks: [] };

/** Always what is stored now, for other tabs write here too; the same object as long as nothing changed. */
function readAll(): AllMarks {
  const stored = readItem(storageKey);
  if (stored !== known.stored) known = { stored, marks: parsed(stored) };
  return known.marks;
}

export const readMarks = (owner: number): DeviceMarks =>
  readAll().find(([member]) => member === owner)?.[1] ?? noMarks;

export function changeMarks(owner: number, change: Partial<DeviceMarks>) {
  const marks = bounded({ ...readMarks(owner), ...change });
  const others = readAll().filter(([member]) => member !== owner);
  writeItem(storageKey, JSON.stringify([[owner, marks], ...others].slice(0, ownersKept)));
  for (const listener of listeners) listener();
}

/** Hears of changes by this tab and by others. */
export function subscribeMarks(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storageKey) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** With one more, or one fewer. */
export const toggled = <Mark>(marks: readonly Mark[], mark: Mark): Mark[] =>
  marks.includes(mark) ? marks.filter((other) => other !== mark) : [...marks, mark];

const bounded = ({ unread, read, hidden, ...rest }: DeviceMarks): DeviceMarks => ({
  ...rest,
  unread: unread.slice(-marksKept),
  read: read.slice(-marksKept),
  hidden: hidden.slice(-marksKept),
});

function parsed(stored: string | null): AllMarks {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(list) ? list.flatMap(readEntry) : [];
  } catch {
    // Not of our making, and nothing that anybody would miss.
    return [];
  }
}

function readEntry(raw: unknown): AllMarks {
  if (!Array.isArray(raw) || !isCount(raw[0]) || typeof raw[1] !== "object" || raw[1] === null) return [];
  const marks = raw[1] as Partial<Record<keyof DeviceMarks, unknown>>;
  return [
    [
      raw[0],
      {
        unread: listOf(marks.unread, isCount),
        read: listOf(marks.read, isText),
        hidden: listOf(marks.hidden, isText),
        clearedTo: isCount(marks.clearedTo) ? marks.clearedTo : 0,
        clearedUnread: isCount(marks.clearedUnread) ? marks.clearedUnread : 0,
      },
    ],
  ];
}

const isCount = (raw: unknown): raw is number => Number.isSafeInteger(raw) && Number(raw) >= 0;
const isText = (raw: unknown): raw is string => typeof raw === "string";
const listOf = <Mark>(raw: unknown, is: (mark: unknown) => mark is Mark): Mark[] =>
  Array.isArray(raw) ? raw.filter(is) : [];
