import type { FeedArticleDetail, FeedVideo } from "@cairn/contract";
import type { Config } from "../../../apps/server/src/config.ts";
import type { Handler } from "./external-site.ts";

let made = 0;

/** A video as the conversion service sends it. */
export function makeVideo(facts: Partial<FeedVideo> = {}): FeedVideo {
  made += 1;
  return {
    guid: `yt:video:${made}`,
    title: `Video ${made}`,
    pubDate: "2026-11-01 10:00:00",
    description: "About it.",
    link: `https://www.youtube.com/watch?v=${made}`,
    author: "A channel",
    ...facts,
  };
}

/** An article as the list of the article service sends it. */
export function makeArticle(facts: Partial<FeedArticleDetail> = {}): Omit<FeedArticleDetail, "body_html"> {
  made += 1;
  return {
    id: made,
    title: `Article ${made}`,
    published_at: "2026-11-01T10:00:00Z",
    url: `https://articles.example/${made}`,
    user: { name: "An author" },
    tag_list: ["softwareengineering"],
    description: "About it.",
    positive_reactions_count: 3,
    ...facts,
  };
}

const feedPaths = { videos: "/videos", articles: "/articles" };

/** Both feeds at one server. */
export const feedsAt = (url: string): Partial<Config> => ({
  videoFeed: { format: "json", address: `${url}${feedPaths.videos}?feed=channel`, key: null },
  articlesFeed: { format: "json", address: `${url}${feedPaths.articles}?tag=softwareengineering`, key: null },
});

/** Answers each feed's path with its value, and anything else with 404. */
export const sendFeeds =
  ({
    videos,
    articles,
    texts = {},
  }: {
    videos: unknown;
    articles: unknown;
    texts?: Record<number, unknown>;
  }): Handler =>
  (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const id = Number(path.split("/")[2]);
    const value = path === feedPaths.videos ? videos : path === feedPaths.articles ? articles : texts[id];
    if (value === undefined) response.writeHead(404).end("{}");
    else response.setHeader("content-type", "application/json").end(JSON.stringify(value));
  };
