import { FeedArticle, type FeedVideo } from "@cairn/contract";
import { type Static, Type } from "typebox";
import type { ExternalFeed } from "../../config.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import type { SafeFetch } from "../../lib/safe-fetch.ts";
import type { FeedLog } from "./kept-feed.ts";
import type { DroppedItem } from "./reading/items.ts";
import type { ReadingThread } from "./reading/reading-thread.ts";

/**
 * An article as it is stored: its text sanitised, or null if the list has no texts and the article's own address is
 * fetched.
 */
export const KeptArticle = Type.Object({
  ...FeedArticle.properties,
  body_html: Type.Union([Type.String(), Type.Null()]),
});
export type KeptArticle = Static<typeof KeptArticle>;

const accepts = {
  json: "application/json, */*;q=0.1",
  xml: "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1",
};
/** Limits for the texts of one list; the texts of further articles are fetched when they are opened. */
const cleaningMs = 5_000;
const keptTextCap = 2 * 1024 * 1024;

interface Dependencies {
  readonly fetch: SafeFetch;
  readonly thread: ReadingThread;
  readonly log: FeedLog;
}

/** Fetches from the two external services. A separate thread parses and sanitises their answers. */
export function createExternalFeeds({ fetch, thread, log }: Dependencies) {
  function report(feed: string, dropped: readonly DroppedItem[]): void {
    if (dropped.length === 0) return;
    log.warn({ feed, count: dropped.length, dropped: dropped.slice(0, 10) }, "items of a feed were dropped");
  }

  /** Answers an empty text if it cannot be sanitised: the article stays, with a link to its source. */
  async function clean({ id, url }: FeedArticle, html: string): Promise<string> {
    try {
      return await thread.ask("clean", { html, address: url });
    } catch (error) {
      if (!(error instanceof ExternalFailure)) throw error;
      log.warn({ feed: "articles", article: id, problem: error.message }, "text of an article was dropped");
      return "";
    }
  }

  return {
    async videos({ address, format, key }: ExternalFeed): Promise<FeedVideo[]> {
      const url = address.replaceAll("{key}", () => encodeURIComponent(key ?? ""));
      const { bytes, charset } = await fetch.get(url, accepts[format]);
      const source = { format, key, address: url, charset };
      const { items, dropped } = await thread.ask("videos", { bytes, source });
      report("videos", dropped);
      return items;
    },

    async articles({ address }: ExternalFeed): Promise<KeptArticle[]> {
      const { bytes } = await fetch.get(address, accepts.json);
      const { items, dropped } = await thread.ask("articles", { bytes });
      report("articles", dropped);
      const articles: KeptArticle[] = [];
      const cleaningEnds = performance.now() + cleaningMs;
      let keptText = 0;
      for (const article of items) {
        const isCleaned = keptText < keptTextCap && performance.now() < cleaningEnds;
        const html = article.body_html !== null && isCleaned ? await clean(article, article.body_html) : null;
        keptText += html?.length ?? 0;
        articles.push({ ...article, body_html: html });
      }
      return articles;
    },

    /**
     * The sanitised text of one article, fetched from the list's path + its id, without the list's query. null if it
     * cannot be fetched.
     */
    async articleText({ address }: ExternalFeed, article: FeedArticle): Promise<string | null> {
      const url = new URL(address);
      url.pathname = `${url.pathname.replace(/\/+$/, "")}/${article.id}`;
      url.search = "";
      url.hash = "";
      try {
        const { bytes } = await fetch.get(url.href, accepts.json);
        return await clean(article, await thread.ask("articleText", { bytes, id: article.id }));
      } catch (error) {
        const facts = { feed: "articles", article: article.id };
        if (error instanceof ExternalFailure) {
          log.warn({ ...facts, problem: error.message }, "text of an article could not be fetched");
        } else {
          log.error({ ...facts, err: error }, "fetching the text of an article went wrong");
        }
        return null;
      }
    },
  };
}
