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
  tried: readonly Version[];
  /** The item's revision that an earlier attempt is known to have made: this one changes that, not what the form began with. */
  revision?: number;
}

/** What one sending carries. */
export interface Version {
  title: string;
  body: string;
  category_name: string;
  /** Everything but the words, in any form that differs when it differs. */
  rest: string;
}

export const newAttempt = (version: Version): Attempt => ({
  key: newIdempotencyKey(),
  since: new Date().toISOString(),
  tried: [version],
});

/** The same attempt if the version was sent under its key before. */
export const withVersion = <Kind extends Attempt>(attempt: Kind, version: Version): Kind =>
  attempt.tried.some((known) => isSameVersion(known, version))
    ? attempt
    : { ...attempt, tried: [...attempt.tried, version] };

/** The server remembers a key for 24 hours. */
const keyLife = 23 * 60 * 60 * 1000;

export const isOld = ({ since }: Attempt) => Date.now() - Date.parse(since) > keyLife;

/** Whether nothing but this version was sent under the key. */
export const isOnly = (version: Version, { tried }: Attempt) =>
  tried.every((known) => isSameVersion(known, version));

/** The item that the attempt made or changed, among these. */
export const findArrived = <Item extends Words>({ tried }: Attempt, items: readonly Item[]) =>
  items.find((item) => tried.some((version) => hasSameWords(version, item)));

type Words = Pick<ContentItem, "title" | "body" | "category_name">;

/** The server trims, and forms change line breaks, so white space is normalised. */
const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const hasSameWords = (one: Words, other: Words) =>
  plain(one.title) === plain(other.title) &&
  plain(one.body) === plain(other.body) &&
  one.category_name === other.category_name;

const isSameVersion = (one: Version, other: Version) => hasSameWords(one, other) && one.rest === other.rest;

/** Reads a stored attempt; null for anything else. */
export function readAttempt(stored: unknown): Attempt | null {
  if (!isObject(stored)) return null;
  const { key, since, tried, revision } = stored;
  if (!storedText(key) || Number.isNaN(Date.parse(storedText(since)))) return null;
  return {
    key: storedText(key),
    since: storedText(since),
    tried: Array.isArray(tried) ? tried.flatMap(readVersion) : [],
    ...(typeof revision === "number" && { revision }),
  };
}

function readVersion(stored: unknown): Version[] {
  if (!isObject(stored)) return [];
  const { title, body, category_name, rest } = stored;
  return [
    {
      title: storedText(title),
      body: storedText(body),
      category_name: storedText(category_name),
      rest: storedText(rest),
    },
  ];
}
