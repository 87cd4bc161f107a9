import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";
import { readNote, removeNote, removeOthersNotes, writeNote } from "./journal-note.ts";

/** What somebody was typing in a form when it was last looked at. Never passwords, codes or tokens. */
export interface JournalEntry {
  values: Record<string, unknown>;
  file: File | null;
  /** ISO 8601. */
  keptAt: string;
}

/** Where one member's words for one form lie on this device. */
export interface JournalPlace {
  owner: number;
  form: string;
}

let opened: UseStore | undefined;

function store() {
  opened ??= createStore("cairn-journal", "entries");
  return opened;
}

const wordsKey = ({ owner, form }: JournalPlace) => [owner, form, "words"];
/** Apart from the words: it is large, and does not change with every stroke. */
const fileKey = ({ owner, form }: JournalPlace) => [owner, form, "file"];

/** Storage can be switched off, full or spoilt: then the words live as long as the page. */
async function attempt<Value>(task: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await task();
  } catch (error) {
    console.warn("The journal of unsent work is not available.", error);
    return undefined;
  }
}

type Words = Omit<JournalEntry, "file">;

const isWords = (kept: unknown): kept is Words =>
  typeof kept === "object" &&
  kept !== null &&
  "values" in kept &&
  typeof kept.values === "object" &&
  kept.values !== null &&
  "keptAt" in kept &&
  typeof kept.keptAt === "string";

function notedWords({ owner, form }: JournalPlace): unknown {
  try {
    return JSON.parse(readNote(owner, form) ?? "null");
  } catch {
    // Not of our making.
    return null;
  }
}

export async function readJournal(place: JournalPlace): Promise<JournalEntry | undefined> {
  const stored = await attempt(() =>
    Promise.all([get<unknown>(wordsKey(place), store()), get<unknown>(fileKey(place), store())]),
  );
  // A note is there only while its words have not arrived: it is the newer one.
  const words = [notedWords(place), stored?.[0]].find(isWords);
  const file = stored?.[1] instanceof File ? stored[1] : null;
  if (!words && !file) return undefined;
  return { values: words?.values ?? {}, keptAt: words?.keptAt ?? new Date().toISOString(), file };
}

export async function writeWords(place: JournalPlace, values: Record<string, unknown>) {
  const { owner, form } = place;
  const words: Words = { values, keptAt: new Date().toISOString() };
  const note = JSON.stringify(words);
  writeNote(owner, form, note);
  await attempt(async () => {
    await set(wordsKey(place), words, store());
    if (readNote(owner, form) === note) removeNote(owner, form);
  });
}

export const writeFile = (place: JournalPlace, file: File | null) =>
  attempt(() => (file ? set(fileKey(place), file, store()) : del(fileKey(place), store())));

export function forgetWords(place: JournalPlace) {
  removeNote(place.owner, place.form);
  return attempt(() => del(wordsKey(place), store()));
}

export function forgetJournal(place: JournalPlace) {
  removeNote(place.owner, place.form);
  return attempt(() => delMany([wordsKey(place), fileKey(place)], store()));
}

/** On a shared computer somebody's unsent work stays until another member has logged out after them (D41). */
export const forgetOthers = (owner: number) =>
  attempt(async () => {
    removeOthersNotes(owner);
    const all = await keys<IDBValidKey>(store());
    await delMany(
      all.filter((key) => Array.isArray(key) && key[0] !== owner),
      store(),
    );
  });
