import { type FeedArticleDetail, type FeedSource, FeedVideo } from "@cairn/contract";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createSafeFetch, type SafeFetchSettings } from "../../lib/safe-fetch.ts";
import { createArticleTexts, retryAfterMs } from "./article-texts.ts";
import { type FeedLog, openKeptFeed } from "./kept-feed.ts";
import { createOutside, KeptArticle } from "./outside.ts";
import { createReadingThread } from "./reading/reading-thread.ts";
import { createRefresher } from "./refresher.ts";
import { sampleArticles } from "./sample/articles.ts";
import { sampleVideos } from "./sample/videos.ts";

interface Dependencies {
  readonly config: Pick<Config, "videoFeed" | "articlesFeed" | "feedRefreshSeconds">;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FeedLog;
  /** How calls to the outside are bounded, where it differs from the usual. */
  readonly outsideLimits?: Partial<SafeFetchSettings> | undefined;
}

/** How an outside feed stands, for metrics. */
export interface FeedFigures {
  readonly name: "videos" | "articles";
  readonly source: FeedSource;
  readonly ageSeconds: number | null;
  readonly failures: number;
}

/** The same array until a refresh brings another. */
export interface ShownFeed<Item> {
  readonly items: readonly Item[];
  readonly source: FeedSource;
}

/** Milliseconds after which a reader who waits for an article's text hears that it cannot be had (D66). */
const answerMs = 9_500;

/**
 * The outside feeds (D33): fetched in the background once for everybody, shown from the last good copy at once. Only an
 * article's text, where the list has none, is fetched when its first reader opens it.
 */
export async function createFeedService({ config, db, clock, log, outsideLimits }: Dependencies) {
  const { videoFeed, articlesFeed, feedRefreshSeconds: refreshSeconds } = config;
  const fetch = createSafeFetch(outsideLimits);
  const thread = createReadingThread();
  const outside = createOutside({ fetch, thread, log });
  let stopping = false;
  const common = { refreshSeconds, db, clock, log, isStopping: () => stopping };

  const videos = await openKeptFeed({
    ...common,
    name: "videos",
    outside: videoFeed,
    item: FeedVideo,
    sample: sampleVideos,
    fetchItems: outside.videos,
  });
  const articles = await openKeptFeed({
    ...common,
    name: "articles",
    outside: articlesFeed,
    item: KeptArticle,
    sample: sampleArticles,
    fetchItems: outside.articles,
  });
  const texts = createArticleTexts(
    async (id) => articlesFeed && outside.articleText(articlesFeed, id),
    clock,
    refreshSeconds * 1000,
  );
  const refreshers = [videos, articles].map(({ refresh }) => createRefresher(refresh, refreshSeconds));

  return {
    videos: (): ShownFeed<FeedVideo> => videos,
    articles: (): ShownFeed<KeptArticle> => articles,

    /** @throws AppError feed_item_not_found for one that is not in the list, feed_unreachable without a text. */
    async article(id: number): Promise<{ article: FeedArticleDetail; source: FeedSource }> {
      const { source } = articles;
      const article = articles.items.find((item) => item.id === id);
      if (!article) throw new AppError("feed_item_not_found");
      if (article.body_html !== null)
        return { article: { ...article, body_html: article.body_html }, source };
      const text = await inTime(texts.get(id));
      if (!text) throw new AppError("feed_unreachable", { retryAfter: retryAfterMs / 1000 });
      return { article: { ...article, body_html: text.html }, source: text.isStale ? "stale" : source };
    },

    /** Of the feeds that are configured: a sample has no age. */
    figures(): FeedFigures[] {
      const kept = [
        { name: "videos" as const, isSet: videoFeed !== null, feed: videos },
        { name: "articles" as const, isSet: articlesFeed !== null, feed: articles },
      ];
      return kept
        .filter(({ isSet }) => isSet)
        .map(({ name, feed: { source, fetchedAt, failures } }) => ({
          name,
          source,
          ageSeconds: fetchedAt && (clock().getTime() - fetchedAt.getTime()) / 1000,
          failures,
        }));
    },

    start(): void {
      for (const refresher of refreshers) refresher.start();
    },
    async refreshNow(): Promise<void> {
      await Promise.all(refreshers.map((refresher) => refresher.refreshNow()));
    },
    async stop(): Promise<void> {
      stopping = true;
      await fetch.close();
      await thread.close();
      await Promise.all(refreshers.map((refresher) => refresher.stop()));
    },
  };
}
export type FeedService = Awaited<ReturnType<typeof createFeedService>>;

async function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, answerMs, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
