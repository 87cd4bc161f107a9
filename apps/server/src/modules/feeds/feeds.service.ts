import { type FeedArticle, type FeedArticleDetail, type FeedSource, FeedVideo } from "@cairn/contract";
import pTimeout from "p-timeout";
import type { Config, ExternalFeed } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Changes } from "../../events/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createSafeFetch, type SafeFetchSettings } from "../../lib/safe-fetch.ts";
import { createArticleTexts, retryAfterMs } from "./article-texts.ts";
import { createExternalFeeds, KeptArticle } from "./external-feeds.ts";
import { type FeedLog, openKeptFeed } from "./kept-feed.ts";
import { createReadingThread } from "./reading/reading-thread.ts";
import { createRefresher } from "./refresher.ts";

interface Dependencies {
  readonly config: Pick<Config, "videoFeed" | "articlesFeed" | "feedRefreshSeconds">;
  readonly db: Database;
  readonly changes: Pick<Changes, "tell">;
  readonly clock: Clock;
  readonly log: FeedLog;
  /** Overrides of the default limits for external calls. */
  readonly externalLimits?: Partial<SafeFetchSettings> | undefined;
  /** What is shown of a feed that has never answered; null without demo data (docs/rules.md#feeds-of-other-sites). */
  readonly samples: {
    readonly videos: readonly FeedVideo[];
    readonly articles: readonly KeptArticle[];
  } | null;
}

/** The state of an external feed, for metrics. */
export interface FeedFigures {
  readonly name: "videos" | "articles";
  readonly source: FeedSource;
  readonly ageSeconds: number | null;
  readonly failures: number;
}

/** Stays the same array until a refresh replaces it. */
export interface ShownFeed<Item> {
  readonly items: readonly Item[];
  readonly source: FeedSource;
}

/** Milliseconds after which a reader who waits for an article's text gets an error (docs/rules.md#texts-of-failed-feeds). */
const answerMs = 9_500;

/** An article as lists show it. */
export const listedArticle = ({ body_html: _text, ...listed }: KeptArticle): FeedArticle => listed;

const hostOf = ({ address }: ExternalFeed) => new URL(address).hostname.replace(/\.$/, "");

/**
 * The external feeds (docs/rules.md#feeds-of-other-sites): fetched in the background once for all readers and served from the last good
 * copy. Only the text of an article whose list has no texts is fetched when its first reader opens it.
 */
export async function createFeedService(dependencies: Dependencies) {
  const { config, db, changes, clock, log, externalLimits, samples } = dependencies;
  const { videoFeed, articlesFeed, feedRefreshSeconds: refreshSeconds } = config;
  const hosts = new Set([videoFeed, articlesFeed].flatMap((feed) => (feed ? [hostOf(feed)] : [])));
  const fetch = createSafeFetch({ ...externalLimits, hosts });
  const thread = createReadingThread();
  const external = createExternalFeeds({ fetch, thread, log });
  let stopping = false;
  const common = {
    refreshSeconds,
    db,
    clock,
    log,
    onItems: () => changes.tell("feeds"),
    isStopping: () => stopping,
  };

  const videos = await openKeptFeed({
    ...common,
    name: "videos",
    external: videoFeed,
    item: FeedVideo,
    sample: samples?.videos ?? null,
    fetchItems: external.videos,
  });
  const articles = await openKeptFeed({
    ...common,
    name: "articles",
    external: articlesFeed,
    item: KeptArticle,
    sample: samples?.articles ?? null,
    fetchItems: external.articles,
  });
  const texts = createArticleTexts(
    async (id) => {
      const article = articles.items.find((item) => item.id === id);
      return articlesFeed && article ? external.articleText(articlesFeed, article) : null;
    },
    clock,
    refreshSeconds * 1000,
  );
  const refreshers = [videos, articles].map(({ refresh }) => createRefresher(refresh, refreshSeconds));

  return {
    videos: (): ShownFeed<FeedVideo> => videos,
    articles: (): ShownFeed<KeptArticle> => articles,
    /** Both lists as they are now. */
    lists: () => ({ videos: videos.items, articles: articles.items.map(listedArticle) }),

    /**
     * @throws AppError feed_item_not_found for an article that is not in the list, feed_unreachable if its text cannot
     * be fetched.
     */
    async article(id: number): Promise<{ article: FeedArticleDetail; source: FeedSource }> {
      const { source } = articles;
      const article = articles.items.find((item) => item.id === id);
      if (!article) throw new AppError("feed_item_not_found");
      if (article.body_html !== null)
        return { article: { ...article, body_html: article.body_html }, source };
      const text = await pTimeout(texts.get(id), { milliseconds: answerMs, fallback: () => null });
      if (!text) throw new AppError("feed_unreachable", { retryAfter: retryAfterMs / 1000 });
      return { article: { ...article, body_html: text.html }, source: text.isStale ? "stale" : source };
    },

    /** For the configured feeds only: a sample has no age. */
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
