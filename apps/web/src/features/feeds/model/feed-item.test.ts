import { sampleArticle, sampleVideo } from "@tests/support/web/feed-samples.ts";
import { expect, test } from "vitest";
import { articleItems, mergedItems, videoItems } from "./feed-item.ts";

const video = (more: Parameters<typeof sampleVideo>[1]) => videoItems([sampleVideo(1, more)])[0];
const article = (more: Parameters<typeof sampleArticle>[1]) => articleItems([sampleArticle(1, more)])[0];

test("a video becomes the spec's combined feed item", () => {
  expect(video({ guid: "yt:video:aqz-KE-bpKQ", link: "https://youtu.be/aqz-KE-bpKQ" })).toEqual({
    id: "yt:video:aqz-KE-bpKQ",
    title: "Video 1",
    body: "What video 1 is about",
    media_url: "https://youtu.be/aqz-KE-bpKQ",
    created_at: "2025-10-01T12:00:00.000Z",
    content_type: "video",
    category_name: "Fullstack Development",
    status: "Published",
    author: "Northbank Engineering",
    site: "youtu.be",
    youtube_id: "aqz-KE-bpKQ",
  });
});

test("an article becomes the spec's combined feed item", () => {
  expect(article({})).toEqual({
    id: "1",
    title: "Article 1",
    body: "What article 1 is about",
    media_url: "https://dev.to/ines/article-1",
    created_at: "2025-10-01T13:00:00.000Z",
    content_type: "article",
    category_name: "DevOps",
    status: "Published",
    author: "Ines Carvalho",
    site: "dev.to",
    tags: ["softwareengineering", "reliability"],
    hearts: 214,
  });
});

test("an item without a description says 'No description available'", () => {
  expect(video({ description: " " })?.body).toBe("No description available");
  expect(article({ description: "<p></p>" })?.body).toBe("No description available");
});

test("an item without a title or an author still has a name for both", () => {
  expect(video({ title: "", author: "" })).toMatchObject({ title: "No Title", author: "Unknown" });
});

test("an address that is not http or https is not a link", () => {
  expect(video({ link: "javascript:alert(1)" })).toMatchObject({
    media_url: null,
    site: null,
    youtube_id: null,
  });
});

test("both lists are merged newest first, items without a time last", () => {
  const videos = videoItems([sampleVideo(2), sampleVideo(9), sampleVideo(5, { pubDate: "" })]);
  const articles = articleItems([sampleArticle(5), sampleArticle(2)]);
  expect(mergedItems(videos, articles).map(({ title }) => title)).toEqual([
    "Video 9",
    "Article 5",
    "Article 2",
    "Video 2",
    "Video 5",
  ]);
});
