import { limits } from "@cairn/contract";
import { encodeCursor } from "../../apps/server/src/lib/cursor.ts";
import type { Request } from "./client.ts";
import type { Site } from "./contenders.ts";
import { reader } from "./fill.ts";
import { randomFrom, zipfPicks } from "./random.ts";
import type { Row } from "./rows.ts";
import { commonWords, makeVocabulary, vocabularySize } from "./texts.ts";

const minute = 60_000;
const vocabulary = makeVocabulary();
const word = (index: number) => vocabulary[index % vocabularySize] ?? "";
export const commonWord = (index: number) => word(index % commonWords);
/** Stands in the titles of a few items. */
export const rareWord = (index: number) => word(commonWords + (index % (vocabularySize - commonWords)));

/** What somebody may have pasted: twenty words, as common as those of a text, within the longest query. */
export function twentyWords(index: number): string {
  const words = zipfPicks(commonWords, 20, randomFrom(index)).map(commonWord);
  const sentence = words.join(" ").slice(0, limits.searchLength);
  return sentence.length < limits.searchLength ? sentence : sentence.slice(0, sentence.lastIndexOf(" "));
}

export const visit = (path: string): Request => ({ method: "GET", path });
export const find = (words: string) => `/content/search?q=${encodeURIComponent(words)}`;

export const pageAfter = ({ newestAt }: Site, id: number) =>
  `/content?per_page=10&cursor=${encodeCursor({ id, at: new Date(newestAt.getTime() - (id - 1) * minute) })}`;

/** A thousand requests of different members. */
export const byMembers =
  (path: (index: number, turn: number) => string): Row["requests"] =>
  async ({ as, turn }) => ({
    requests: await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => ({
        ...visit(path(index, turn)),
        headers: await as(reader(index)),
      })),
    ),
  });

/** The word with its second and third letters changed over. */
export function swapped(text: string): string {
  return `${text[0]}${text[2]}${text[1]}${text.slice(3)}`;
}
