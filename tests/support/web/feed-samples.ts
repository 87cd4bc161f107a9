import { type FeedArticle, type FeedVideo, listFeedArticles, listFeedVideos } from "@cairn/contract";
import { HttpResponse } from "msw";
import { answer, server } from "./fake-api.ts";

const day = (number: number) => String(number).padStart(2, "0");

/** "Video 3", published on the third at noon. */
export const sampleVideo = (number: number, more: Partial<FeedVideo> = {}): FeedVideo => ({
  guid: `yt:video:${number}`,
  title: `Video ${number}`,
  pubDate: `2025-10-${day(number)} 12:00:00`,
  description: `What video ${number} is about`,
  link: `https://www.youtube.com/watch?v=aqz-KE-b${day(number)}Q`,
  author: "Northbank Engineering",
  ...more,
});

/** "Article 3", published on the third at one in the afternoon. */
export const sampleArticle = (number: number, more: Partial<FeedArticle> = {}): FeedArticle => ({
  id: number,
  title: `Article ${number}`,
  published_at: `2025-10-${day(number)}T13:00:00Z`,
  url: `https://dev.to/ines/article-${number}`,
  user: { name: "Ines Carvalho" },
  tag_list: ["softwareengineering", "reliability"],
  description: `What article ${number} is about`,
  positive_reactions_count: 214,
  ...more,
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export const sampleVideos = (count: number) => upTo(count).map((number) => sampleVideo(number));
export const sampleArticles = (count: number) => upTo(count).map((number) => sampleArticle(number));

/** Both feeds answer with these; tells how often each was asked. */
export function answerFeeds({
  videos = [],
  articles = [],
}: {
  videos?: readonly FeedVideo[];
  articles?: readonly FeedArticle[];
}) {
  const asked = { videos: 0, articles: 0 };
  server.use(
    answer(listFeedVideos, () => {
      asked.videos += 1;
      return HttpResponse.json({ items: videos });
    }),
    answer(listFeedArticles, () => {
      asked.articles += 1;
      return HttpResponse.json(articles);
    }),
  );
  return asked;
}
