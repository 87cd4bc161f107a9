import { encodeCursor } from "../../apps/server/src/lib/cursor.ts";
import type { Request } from "./client.ts";
import type { Site } from "./contenders.ts";
import { reader } from "./fill.ts";
import type { Row } from "./rows.ts";
import { commonWords, makeVocabulary, vocabularySize } from "./texts.ts";

const minute = 60_000;
const vocabulary = makeVocabulary();
const word = (index: number) => vocabulary[index % vocabularySize] ?? "";
export const commonWord = (index: number) => word(index % commonWords);
/** Stands in the titles of a few items. */
export const rareWord = (index: number) => word(commonWords + (index % (vocabularySize - commonWords)));

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
