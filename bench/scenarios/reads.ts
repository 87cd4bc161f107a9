import type { Request } from "../support/client.ts";
import type { Site } from "../support/contenders.ts";
import { reader, readers } from "../support/fill.ts";
import { randomFrom, zipfPicks } from "../support/random.ts";
import {
  byMembers,
  commonWord,
  find,
  pageAfter,
  rareWord,
  swapped,
  twentyWords,
  visit,
} from "../support/requests.ts";
import { type Asked, compareRows, type Options, type Row } from "../support/rows.ts";

const [itemCount, fewItems] = [100_000, 10_000];
/** Different addresses of the rows whose answers are kept. */
const [keptItems, keptPages, keptQueries] = [1_000, 100, 100];
const picks = 50_000;
const parallel = 16;

/** What reading costs, for visitors and members, compared with a bare Fastify that answers the same bytes. */
export function scenario(options: Options) {
  const items = options.quick ? fewItems : itemCount;
  return compareRows(rows, { items, comments: 10 }, options);
}

/** The same addresses in every turn, by a Zipf law. */
const byZipf = (different: number, path: (index: number) => string): Row["requests"] => {
  const requests = Array.from({ length: different }, (_, index) => visit(path(index)));
  const order = zipfPicks(different, picks, randomFrom(different));
  return async () => ({ requests, order });
};

/**
 * Addresses that no turn before had: each turn takes its part of this stretch of the items, given in hundredths. One in
 * `step` is taken, so that pages do not overlap.
 */
const neverAsked =
  (from: number, to: number, step: number, path: (site: Site, id: number) => string): Row["requests"] =>
  async ({ site, turn, turns }) => {
    const first = Math.max(keptItems, (site.filling.items * from) / 100);
    const each = Math.floor(((site.filling.items * to) / 100 - first) / step / (turns + 2));
    const requests = Array.from({ length: each }, (_, index) =>
      visit(path(site, 1 + first + (turn * each + index) * step)),
    );
    return { requests, once: true };
  };

const memberItems = zipfPicks(keptItems, 1_000, randomFrom(5));
const itemByZipf = byZipf(keptItems, (index) => `/content/${index + 1}`);

/** Comments on items that are none of those that are read. */
const commentsElsewhere = async ({ site, as, turn }: Asked): Promise<Request[]> =>
  Promise.all(
    Array.from({ length: 100 }, async (_, index) => ({
      method: "POST" as const,
      path: `/content/${site.filling.items - ((turn * 100 + index) % 1_000)}/comments`,
      headers: await as(reader(index)),
      body: { body: `Well said, for the ${turn * 100 + index}th time.` },
    })),
  );

const visitors = { parallel, against: "bytes" } as const;
const kept = { ...visitors, warm: true };
const rows: readonly Row[] = [
  {
    ...kept,
    name: "list, visitor",
    goal: 70,
    requests: byZipf(keptPages, (index) => `/content?page=${index + 1}&per_page=10`),
  },
  { ...kept, name: "item, visitor", goal: 70, requests: itemByZipf },
  {
    ...kept,
    name: "comments of an item, visitor",
    goal: 70,
    requests: byZipf(keptItems, (index) => `/content/${index + 1}/comments`),
  },
  {
    ...kept,
    name: "search asked before, visitor",
    goal: 80,
    requests: byZipf(keptQueries, (index) => find(commonWord(40 + index))),
  },
  ...[1, 10].map(
    (perSecond): Row => ({
      name: `item, visitor, ${perSecond} comments/s elsewhere`,
      goal: 95,
      parallel,
      against: "itself",
      warm: true,
      requests: itemByZipf,
      beside: { perSecond, requests: commentsElsewhere },
    }),
  ),
  {
    ...visitors,
    name: "item never asked before, visitor",
    goal: 12,
    requests: neverAsked(1, 40, 1, (_, id) => `/content/${id}`),
  },
  {
    ...visitors,
    name: "list never asked before, visitor",
    goal: 12,
    requests: neverAsked(40, 80, 10, pageAfter),
  },
  {
    ...visitors,
    name: "deep page never asked before, visitor",
    goal: 12,
    requests: neverAsked(80, 99, 10, pageAfter),
  },
  { ...kept, name: "list, member", goal: 25, requests: byMembers(() => "/content?per_page=10") },
  {
    ...visitors,
    name: "list asked for the first time, member",
    goal: null,
    requests: async (asked) => {
      const pageOf = (index: number, turn: number) => 2 + turn * 2 + Math.floor(index / readers);
      const path = (index: number, turn: number) => `/content?per_page=10&page=${pageOf(index, turn)}`;
      return { ...(await byMembers(path)(asked)), once: true };
    },
  },
  {
    ...kept,
    name: "item, member",
    goal: 25,
    requests: byMembers((index) => `/content/${1 + (memberItems[index] ?? 0)}`),
  },
  { ...kept, name: "unread count", goal: 40, requests: byMembers(() => "/notifications/unread-count") },
  {
    ...kept,
    name: "notifications, first page",
    goal: 25,
    requests: byMembers(() => "/notifications?page=1"),
  },
  {
    ...visitors,
    name: "search of a rare word, member",
    goal: 8,
    requests: byMembers((index, turn) => find(rareWord(turn * 1_000 + index))),
  },
  {
    ...visitors,
    name: "search of 20 words, member",
    goal: 5,
    requests: byMembers((index, turn) => find(twentyWords(turn * 1_000 + index))),
  },
  {
    ...visitors,
    name: "search of a common word, member",
    goal: 4,
    requests: byMembers((index) => find(commonWord(index % 20))),
  },
  {
    ...visitors,
    name: "search of a misspelt word, member",
    goal: 5,
    requests: byMembers((index, turn) => find(swapped(rareWord(turn * 1_000 + index)))),
  },
];
