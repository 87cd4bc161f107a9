import type { PostCategory } from "./category-post.ts";

/**
 * The fallback when no source answers (docs/rules.md#s8-category-samples): two categories with one sample article each. Where
 * other cards name their site, these say "Sample" (docs/rules.md#d74).
 */
export const sampleCategories: readonly PostCategory[] = [
  {
    name: "Fullstack Development",
    posts: [
      {
        id: "article-1",
        type: "article",
        title: "Sample: one request, end to end",
        author: "Cairn",
        date: null,
        url: null,
        description:
          "A sample, shown while the feeds are unavailable: what happens between a click and the row it changes.",
        likesCount: 10,
        site: "Sample",
        source: "sample-1",
      },
    ],
  },
  {
    name: "Cyber Security",
    posts: [
      {
        id: "article-5",
        type: "article",
        title: "Sample: five questions before you store a secret",
        author: "Cairn",
        date: null,
        url: null,
        description:
          "A sample, shown while the feeds are unavailable: who needs it, where it lies, who reads it, how it ends.",
        likesCount: 12,
        site: "Sample",
        source: "sample-2",
      },
    ],
  },
];
