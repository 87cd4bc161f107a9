import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";
import { isSentInPieces } from "../file-rules.ts";
import { fromJson, isObject, readItem, removeItem, writeItem } from "../storage.ts";
import type { Kept, KeptFile } from "./useKeptForm.ts";

/** Where the journal has what one member typed in one form. It never holds passwords, codes or tokens. */
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
/** Separate keys: files are large and do not change with every keystroke. */
const fileKey = ({ owner, form }: JournalPlace, which: KeptFile) => [owner, form, which];

/** Storage can be disabled, full or damaged: the text then lives only as long as the page. */
async function attempt<Value>(task: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await task();
  } catch (error) {
    console.warn("The journal of unsent work is not available.", error);
    return undefined;
  }
}

type Words = Omit<Kept, KeptFile>;

const isWords = (kept: unknown): kept is Words =>
  isObject(kept) && isObject(kept.values) && typeof kept.keptAt === "string";

/** What is being deleted. Its note stays until that is done, so that a page left at once does not bring back what was sent. */
type Forgotten = "words" | "words and file";

export async function readJournal(place: JournalPlace): Promise<Kept | undefined> {
  const note = fromJson(readNote(place.owner, place.form));
  const isForgotten = note === "words" || note === "words and file";
  // The deletion may fail again: what is left does not come back.
  if (isForgotten) await forget(place, note);
  const stored = await attempt(() =>
    Promise.all(
      [wordsKey(place), fileKey(place, "file"), fileKey(place, "poster")].map((key) =>
        get<unknown>(key, store()),
      ),
    ),
  );
  // A note exists only until its text is in the journal, so it is the newer of the two.
  const words = [note, isForgotten ? null : stored?.[0]].find(isWords);
  const [file = null, poster = null] = [1, 2].map((at) => {
    const found = note === "words and file" ? null : stored?.[at];
    return found instanceof File ? found : null;
  });
  if (!words && !file && !poster) return undefined;
  return { values: words?.values ?? {}, keptAt: words?.keptAt ?? new Date().toISOString(), file, poster };
}

/** Resolves to when they were stored, as ISO 8601; null: the browser refused. */
export async function writeWords(
  place: JournalPlace,
  values: Record<string, unknown>,
): Promise<string | null> {
  const { owner, form } = place;
  const words: Words = { values, keptAt: new Date().toISOString() };
  const note = JSON.stringify(words);
  writeNote(owner, form, note);
  const isStored = await attempt(async () => {
    await set(wordsKey(place), words, store());
    if (readNote(owner, form) === note) removeNote(owner, form);
    return true;
  });
  return isStored ? words.keptAt : null;
}

/** A file that is sent in pieces is not stored: the browser would copy it. */
export const writeFile = (place: JournalPlace, file: File | null, which: KeptFile = "file") =>
  attempt(() =>
    file && !isSentInPieces(file)
      ? set(fileKey(place, which), file, store())
      : del(fileKey(place, which), store()),
  );

export const forgetWords = (place: JournalPlace) => forget(place, "words");

export const forgetJournal = (place: JournalPlace) => forget(place, "words and file");

async function forget(place: JournalPlace, what: Forgotten) {
  const { owner, form } = place;
  const note = JSON.stringify(what);
  writeNote(owner, form, note);
  await attempt(async () => {
    const files = [fileKey(place, "file"), fileKey(place, "poster")];
    await delMany([wordsKey(place), ...(what === "words" ? [] : files)], store());
    if (readNote(owner, form) === note) removeNote(owner, form);
  });
}

/**
 * On a shared computer, a member's unsent work stays until another member has logged out after them
 * (docs/rules.md#logout).
 */
export const forgetOthers = (owner: number) =>
  attempt(async () => {
    removeOthersNotes(owner);
    const all = await keys<IDBValidKey>(store());
    await delMany(
      all.filter((key) => Array.isArray(key) && key[0] !== owner),
      store(),
    );
  });

/**
 * Text that is not in the journal yet, or what is not deleted from it yet. A closing page has no time for IndexedDB, but
 * enough for local storage; the note is removed once the journal has followed.
 */
const prefix = "cairn-journal.";

const keyOf = (owner: number, form: string) => `${prefix}${owner}.${form}`;

const readNote = (owner: number, form: string) => readItem(keyOf(owner, form));
const writeNote = (owner: number, form: string, text: string) => writeItem(keyOf(owner, form), text);
const removeNote = (owner: number, form: string) => removeItem(keyOf(owner, form));

function removeOthersNotes(owner: number) {
  const others = Object.keys(window.localStorage).filter(
    (key) => key.startsWith(prefix) && !key.startsWith(keyOf(owner, "")),
  );
  for (const key of others) removeItem(key);
}
