import { limits, messages } from "@cairn/contract";
import { useId, useLayoutEffect, useRef } from "react";
import { CardsSkeleton, FeedItemCard } from "../../features/feeds/cards/FeedItemCard.tsx";
import { FeedStates, FurtherItems } from "../../features/feeds/FeedStates.tsx";
import { type FeedItem, keyOf } from "../../features/feeds/model/feed-item.ts";
import type { FeedList, useFeeds } from "../../features/feeds/useFeeds.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import * as layout from "../../ui/layout.module.css";
import { SectionHead } from "../../ui/PageHead.tsx";
import { Stack } from "../../ui/Stack.tsx";
import * as greetingCss from "./greeting.module.css";

type Feeds = ReturnType<typeof useFeeds>;

interface HomeFeedProps {
  feeds: Feeds;
  view: HomeView;
  onMore: () => void;
  onOpen: (item: FeedItem) => void;
}

export function HomeFeed({ feeds, view: { filter, counters }, onMore, onOpen }: HomeFeedProps) {
  const headingId = useId();
  const { list, empty, failure } = looks(feeds)[filter];
  const shown = list.items.slice(0, counters[filter] * limits.homePageItems);
  const { grid, grow } = useFocusOnGrowth(shown.length);
  return (
    <section className={kit.section} aria-labelledby={headingId}>
      <SectionHead id={headingId} title="Feed" />
      {filter === "All" && <HalfFailure {...feeds} />}
      <FeedStates
        list={list}
        // When both feeds fail, say so with every filter (docs/rules.md#texts-of-failed-feeds).
        failure={feeds.all.hasFailed ? messages.feedFailed : failure}
        empty={empty}
        skeleton={(isShown) => <CardsSkeleton shown={isShown} count={limits.homePageItems} />}
      >
        <ul className={`${kit.cardGrid} ${kit.g3}`} ref={grid}>
          {shown.map((item) => (
            <li key={keyOf(item)}>
              <FeedItemCard item={item} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        <Stack gap={3} above={8} className={`${layout.listEnd} ${kit.num}`}>
          <p role="status">
            Showing {shown.length} of {list.items.length}
          </p>
          {shown.length < list.items.length && (
            <Button
              className={kit.scripted}
              onClick={() => {
                grow();
                onMore();
              }}
            >
              Load More
            </Button>
          )}
        </Stack>
        <FurtherItems items={list.items.slice(shown.length)} />
      </FeedStates>
    </section>
  );
}

const looks = ({ all, videos, articles }: Feeds): Record<Filter, Look> => ({
  All: { list: all, empty: messages.noContent, failure: messages.feedFailed },
  Video: { list: videos, empty: messages.noVideos, failure: messages.videosFailed },
  Article: { list: articles, empty: messages.noArticles, failure: messages.articlesFailed },
});

interface Look {
  list: FeedList<FeedItem>;
  empty: string;
  failure: string;
}

/** Reports that one of the two feeds failed (docs/rules.md#texts-of-failed-feeds). */
function HalfFailure({ videos, articles }: Feeds) {
  if (videos.hasFailed === articles.hasFailed) return null;
  const failed = videos.hasFailed ? videos : articles;
  return (
    <Alert kind="danger" className={greetingCss.note}>
      <p>{videos.hasFailed ? messages.videosFailed : messages.articlesFailed}</p>
      <button type="button" className={kit.link} onClick={failed.retry}>
        Try again
      </button>
    </Alert>
  );
}

/** Moves the focus to the first new card, because the pressed button may be gone. */
function useFocusOnGrowth(count: number) {
  const grid = useRef<HTMLUListElement>(null);
  const before = useRef<number>(null);
  useLayoutEffect(() => {
    if (before.current === null || before.current >= count) return;
    grid.current?.children[before.current]?.querySelector("button")?.focus({ preventScroll: true });
    before.current = null;
  }, [count]);
  return {
    grid,
    grow: () => {
      before.current = count;
    },
  };
}

export const filters = ["All", "Video", "Article"] as const;
export type Filter = (typeof filters)[number];

/**
 * The visible part of the feed: each filter counts its own steps, from 1 (docs/evidence/spec-clauses.md#s4-home-counters,
 * docs/rules.md#load-more).
 */
interface HomeView {
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
