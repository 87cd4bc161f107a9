export const filters = ["All", "Video", "Article"] as const;
export type Filter = (typeof filters)[number];

/**
 * The visible part of the feed: each filter counts its own steps, from 1 (docs/rules.md#s4-home-counters,
 * docs/rules.md#d56).
 */
export interface HomeView {
  filter: Filter;
  counters: Readonly<Record<Filter, number>>;
}

const isFilter = (noted: unknown): noted is Filter => filters.some((filter) => filter === noted);
const isCounter = (noted: unknown): noted is number => Number.isSafeInteger(noted) && Number(noted) >= 1;

/** Reads the view from a history entry, which may hold anything. */
export function readView(noted: unknown): HomeView {
  const { filter, counters } = (noted ?? {}) as { filter?: unknown; counters?: Record<string, unknown> };
  const counterOf = (name: Filter) => {
    const counter = counters?.[name];
    return isCounter(counter) ? counter : 1;
  };
  return {
    filter: isFilter(filter) ? filter : "All",
    counters: { All: counterOf("All"), Video: counterOf("Video"), Article: counterOf("Article") },
  };
}

export const withFilter = (view: HomeView, filter: Filter): HomeView => ({ ...view, filter });

export const withMore = ({ filter, counters }: HomeView): HomeView => ({
  filter,
  counters: { ...counters, [filter]: counters[filter] + 1 },
});
