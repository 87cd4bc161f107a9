import type { Database } from "../../../db/database.ts";
import type { Changes } from "../../../events/changes.ts";
import { LoadingCache } from "../../../events/loading-cache.ts";
import { turnsAt } from "../../../events/sources.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { MediaAddresses } from "../../media/media-addresses.ts";
import {
  type ListedItem,
  type PublishedItem,
  presentListed,
  presentPublished,
} from "../content.presenter.ts";
import { listedItems, newestMentions, publishedItems, type Slice } from "../content.repository.ts";
import { type Rank, type RankedPosition, readable, readRanks } from "./ranked-list.ts";

/** Bytes of cached items, in lists and on their own; texts in Latin letters use half of what is counted. */
const itemBytes = 24 * 1024 * 1024;
const maxItems = 10_000;
const maxPages = 1_000;
const pageBytes = 16 * 1024 * 1024;
/** Approximate memory of one position. */
const positionBytes = 100;
/** Different interests whose mentions are kept, 4 KB each. */
const maxPhrases = 1_000;
/** How many items of a personal list are read together when a member opens a page by number. */
const chunk = 1_000;

interface Dependencies {
  readonly db: Database;
  readonly addresses: MediaAddresses;
  readonly changes: Changes;
  readonly clock: Clock;
}

type PageKey = {
  ranks: Pick<Rank, "number" | "filter">[];
  slice: Omit<Slice, "after">;
  after: [string, number] | null;
  from: number;
};
/** Positions as [id, time, number of the rank]. */
type Page = readonly (readonly [number, Date, number])[];

/**
 * Caches published items and pages of their lists until something that they are made of changes, or their standing
 * changes by time. Never holds what only authors and verified admins may see.
 */
export function createPublishedItems({ db, addresses, changes, clock }: Dependencies) {
  const keeping = {
    changes,
    madeOf: {
      key: ["item", "counts"],
      id: {
        user: ({ item }: ListedItem) => item.author_id,
        category: ({ item }: ListedItem) => item.category_id,
      },
    },
    most: maxItems,
    bytes: { most: itemBytes, of: bytesOf },
  } as const;
  const viewing = () => ({ now: clock(), addressOf: addresses.published });
  const listed = new LoadingCache<number, ListedItem>({
    ...keeping,
    async load(ids) {
      const rows = await listedItems(db.query, ids);
      return new Map(rows.map((row) => [row.id, presentListed(row, viewing())]));
    },
  });
  const whole = new LoadingCache<number, PublishedItem>({
    ...keeping,
    async load(ids) {
      const rows = await publishedItems(db.query, ids);
      return new Map(rows.map((row) => [row.id, presentPublished(row, viewing())]));
    },
  });
  /** Ids of the items that mention one of the phrases, by the phrases as JSON. */
  const mentions = new LoadingCache<string, readonly number[]>({
    changes,
    madeOf: { all: ["list"] },
    most: maxPhrases,
    load: async (keys) =>
      new Map(
        await Promise.all(
          keys.map(async (key) => [key, await newestMentions(db.query, JSON.parse(key))] as const),
        ),
      ),
  });
  const pages = new LoadingCache<string, Page>({
    changes,
    madeOf: { all: ["list"] },
    most: maxPages,
    bytes: { most: pageBytes, of: (page) => page.length * positionBytes + 1 },
    load: async (keys) =>
      new Map(await Promise.all(keys.map(async (key) => [key, await readPage(key)] as const))),
  });

  async function readPage(key: string): Promise<Page> {
    const { ranks, slice, after, from }: PageKey = JSON.parse(key);
    const position = after && { at: new Date(after[0]), id: after[1] };
    const idsOf = async (phrases: readonly string[]) => (await mentions.get(JSON.stringify(phrases))) ?? [];
    const known = await Promise.all(ranks.map((rank) => readable(rank, idsOf)));
    const found = await readRanks(db.query, known, { ...slice, after: position }, from);
    return found.map(({ id, at, rank }) => [id, at, rank] as const);
  }

  const part = async (ranks: PageKey["ranks"], { after, ...slice }: Slice, from: number): Promise<Page> => {
    const key: PageKey = { ranks, slice, after: after && [after.at.toISOString(), after.id], from };
    return (await pages.get(JSON.stringify(key))) ?? [];
  };

  /**
   * A page across several ranks must read what it skips: in chunks, each after the last item of the one before, so that
   * pages share what was read.
   */
  async function page(ranks: PageKey["ranks"], slice: Slice, from: number): Promise<Page> {
    if (ranks.length === 1 || slice.offset === 0) return part(ranks, slice, from);
    const end = slice.offset + slice.limit;
    const found: Page[number][] = [];
    for (let next = { after: slice.after, from }; found.length < end; ) {
      const read = await part(ranks, { after: next.after, offset: 0, limit: chunk }, next.from);
      found.push(...read);
      const last = read.at(-1);
      if (!last || read.length < chunk) break;
      const [id, at, rank] = last;
      next = { after: { id, at }, from: rank };
    }
    return found.slice(slice.offset, end);
  }

  /** Reads again what has turned since it was read. */
  async function current<Item extends ListedItem>(
    kept: LoadingCache<number, Item>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Item>> {
    const found = await kept.all(ids);
    const now = clock();
    const turned = ids.filter((id) => {
      const at = found.get(id)?.item[turnsAt];
      return at && at <= now;
    });
    if (turned.length === 0) return found;
    for (const id of turned) kept.drop(id);
    return kept.all(ids);
  }

  return {
    get: async (id: number): Promise<PublishedItem | undefined> => (await current(whole, [id])).get(id),

    /** The published ones of these items, as lists show them. */
    all: (ids: readonly number[]): Promise<ReadonlyMap<number, ListedItem>> => current(listed, ids),

    /** A slice across the ranks in order, starting at the cursor's rank. */
    async positions(ranks: readonly Rank[], slice: Slice, startRank: number): Promise<RankedPosition[]> {
      const described = ranks.map(({ number, filter }) => ({ number, filter }));
      const byNumber = new Map(ranks.map((rank) => [rank.number, rank]));
      const found = await page(described, slice, startRank);
      return found.flatMap(([id, at, number]) => {
        const rank = byNumber.get(number);
        return rank ? [{ id, at, rank }] : [];
      });
    },
  };
}
export type PublishedItems = ReturnType<typeof createPublishedItems>;

/** Roughly; two bytes a character. */
const bytesOf = ({ item, detail }: ListedItem & Partial<PublishedItem>) =>
  2_000 + 2 * (item.body.length + (detail?.body_html.length ?? 0));
