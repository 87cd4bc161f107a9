import type { Author, Comment, ContentChecks, ContentItem, Review, Series } from "@cairn/contract";
import type { Source } from "./changes.ts";

/** Under this key an item carries when its standing changes by time alone. No answer shows it. */
export const turnsAt = Symbol("turnsAt");

export interface Turning {
  /** null: never. */
  readonly [turnsAt]?: Date | null;
}

/** What the public facts of an item are made of. */
export function sourcesOfItem(item: ContentItem & Turning): Source[] {
  const { id, author_id, category_id, [turnsAt]: at } = item;
  const turn: Source[] = at ? [`turns:${at.getTime()}`] : [];
  return [`item:${id}`, `counts:${id}`, `user:${author_id}`, `category:${category_id}`, ...turn];
}

/** When the passing of time alone changes what is made of these; null: never. */
export function turnOf(sources: Iterable<Source>): Date | null {
  const turns = [...sources].flatMap((source) =>
    source.startsWith("turns:") ? Number(source.slice("turns:".length)) : [],
  );
  return turns.length > 0 ? new Date(Math.min(...turns)) : null;
}

/** What the public facts of a series are made of. */
export const sourcesOfSeries = ({ id, author, items }: Series): Source[] => [
  `series:${id}`,
  `user:${author.id}`,
  ...items.flatMap(sourcesOfItem),
];

/** What a search for authors found, and who else it could find. */
export const sourcesOfAuthors = (authors: readonly Author[]): Source[] => [
  "list",
  "authors",
  ...authors.map(({ id }): Source => `user:${id}`),
];

/** What a comment shows besides its text. */
export const sourcesOfComment = ({ user_id, mentions }: Comment): Source[] =>
  [user_id, ...mentions.map(({ id }) => id)].map((id): Source => `user:${id}`);

/** What a review shows besides its decision. */
export const sourcesOfReview = ({ reviewer }: Review): Source[] => (reviewer ? [`user:${reviewer.id}`] : []);

/** What the checks of an item's code show besides the item. */
export const sourcesOfChecks = ({ items }: ContentChecks): Source[] =>
  items.flatMap(({ by }) => (by ? [`user:${by.id}` as const] : []));

/** By how many witnesses a row of the ledger has been seen. */
export const sourcesOfSeen = (seen: { seq: number } | null): Source[] => (seen ? [`seen:${seen.seq}`] : []);
