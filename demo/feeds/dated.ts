import type { FeedArticleDetail, FeedVideo } from "@cairn/contract";
import { sampleArticles } from "./articles.ts";
import { sampleVideos } from "./videos.ts";

/** The evening before the feeds' readers first see them: their dates are written for this day. */
const writtenFor = Date.UTC(2025, 10, 20);
const dayMs = 24 * 60 * 60 * 1000;

export interface SampleFeeds {
  readonly videos: readonly FeedVideo[];
  readonly articles: readonly FeedArticleDetail[];
}

/** The sample feeds with their dates as many days before the site's first start as they were written for. */
export function sampleFeedsOf(firstStart: Date): SampleFeeds {
  const shift = Math.floor((firstStart.getTime() - writtenFor) / dayMs) * dayMs;
  const shifted = (date: string) => new Date(Date.parse(date) + shift).toISOString();
  return {
    // Video feeds write the time as "2025-11-18 09:30:00", in UTC.
    videos: sampleVideos.map((video) => ({
      ...video,
      pubDate: shifted(`${video.pubDate.replace(" ", "T")}Z`)
        .slice(0, 19)
        .replace("T", " "),
    })),
    articles: sampleArticles.map((article) => ({
      ...article,
      published_at: shifted(article.published_at).replace(".000Z", "Z"),
    })),
  };
}
