import type { ContentItem } from "@cairn/contract";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { isObject, storedText } from "../../lib/storage.ts";

/**
 * An attempt to send an item, from its first byte until the item has arrived. It is stored before that byte: a page that
 * is closed or gets no answer sends it again under the same key, so it arrives once.
 */
export interface Attempt {
  /** The idempotency key. */
  key: string;
  /** When the key was first used, ISO 8601. */
  since: string;
  /** What was sent under the key; each of these may be what has arrived. */
  tried: readonly Words[];
  /** The item's revision that an earlier attempt is known to have made: this one changes that, not what the form began with. */
  revision?: number;
}

/** The words of one sending, by which its item is known. */
export type Words = Pick<ContentItem, "title" | "body" | "category_name">;

export const newAttempt = (words: Words): Attempt => ({
  key: newIdempotencyKey(),
  since: new Date().toISOString(),
  tried: [wordsOf(words)],
});

/** The same attempt if the words were sent under its key before. */
export const withWords = <Kind extends Attempt>(attempt: Kind, words: Words): Kind =>
  attempt.tried.some((known) => isSame(known, words))
    ? attempt
    : { ...attempt, tried: [...attempt.tried, wordsOf(words)] };

/** The item that the attempt made or changed, among these. */
export const findArrived = <Item extends Words>({ tried }: Attempt, items: readonly Item[]) =>
  items.find((item) => tried.some((words) => isSame(words, item)));

/** The server trims, and forms change line breaks, so white space is normalised. */
const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const isSame = (one: Words, other: Words) =>
  plain(one.title) === plain(other.title) &&
  plain(one.body) === plain(other.body) &&
  one.category_name === other.category_name;

const wordsOf = ({ title, body, category_name }: Words): Words => ({ title, body, category_name });

/** Reads a stored attempt; null for anything else. */
export function readAttempt(stored: unknown): Attempt | null {
  if (!isObject(stored)) return null;
  const { key, since, tried, revision } = stored;
  if (!storedText(key) || Number.isNaN(Date.parse(storedText(since)))) return null;
  return {
    key: storedText(key),
    since: storedText(since),
    tried: Array.isArray(tried) ? tried.flatMap(readWords) : [],
    ...(typeof revision === "number" && { revision }),
  };
}

function readWords(stored: unknown): Words[] {
  if (!isObject(stored)) return [];
  const { title, body, category_name } = stored;
  return [{ title: storedText(title), body: storedText(body), category_name: storedText(category_name) }];
}
