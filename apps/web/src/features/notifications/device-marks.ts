import { fromJson, isObject, readItem, watchItems, writeItem } from "../../lib/storage.ts";
import { createPublisher } from "../../lib/store.ts";

/**
 * What only this device stores about a member's notifications: the spec has no call but marking as read
 * (docs/rules.md#unread-and-clear-all).
 */
export interface DeviceMarks {
  /** Ids of the server's notifications that were read but are marked as unread here. */
  unread: readonly number[];
  /** Keys of read items that the server does not know (docs/rules.md#notification-screens). */
  read: readonly string[];
  /** Keys of cleared items that the server does not know. */
  hidden: readonly string[];
  /** The server's notifications are cleared up to this id. */
  clearedTo: number;
  /** How many of those were unread when they were cleared. */
  clearedUnread: number;
}

export const noMarks: DeviceMarks = { unread: [], read: [], hidden: [], clearedTo: 0, clearedUnread: 0 };

/** The device's members, the one with the latest change first: school computers are shared. */
type AllMarks = readonly (readonly [owner: number, marks: DeviceMarks])[];

const storageKey = "notificationMarks";
/** Only the newest are stored: far more than a screen shows, and far less than local storage holds. */
const ownersKept = 20;
const marksKept = 200;

const changes = createPublisher((publish) => watchItems([storageKey], publish));
let known: { stored: string | null; marks: AllMarks } = { stored: null, marks: [] };

/** Always reads the current storage, since other tabs write too; returns the same object while nothing changes. */
function readAll(): AllMarks {
  const stored = readItem(storageKey);
  if (stored !== known.stored) known = { stored, marks: marksIn(stored) };
  return known.marks;
}

export const readMarks = (owner: number): DeviceMarks =>
  readAll().find(([member]) => member === owner)?.[1] ?? noMarks;

export function changeMarks(owner: number, change: Partial<DeviceMarks>) {
  const marks = bounded({ ...readMarks(owner), ...change });
  const others = readAll().filter(([member]) => member !== owner);
  writeItem(storageKey, JSON.stringify([[owner, marks], ...others].slice(0, ownersKept)));
  changes.publish();
}

/** Subscribes to changes by this tab and by others. */
export const subscribeMarks = changes.subscribe;

/** Adds the mark, or removes it if it is there. */
export const toggled = <Mark>(marks: readonly Mark[], mark: Mark): Mark[] =>
  marks.includes(mark) ? marks.filter((other) => other !== mark) : [...marks, mark];

const bounded = ({ unread, read, hidden, ...rest }: DeviceMarks): DeviceMarks => ({
  ...rest,
  unread: unread.slice(-marksKept),
  read: read.slice(-marksKept),
  hidden: hidden.slice(-marksKept),
});

function marksIn(stored: string | null): AllMarks {
  const list = fromJson(stored);
  return Array.isArray(list) ? list.flatMap(readEntry) : [];
}

function readEntry(raw: unknown): AllMarks {
  if (!Array.isArray(raw) || !isCount(raw[0]) || !isObject(raw[1])) return [];
  const marks: Partial<Record<keyof DeviceMarks, unknown>> = raw[1];
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
