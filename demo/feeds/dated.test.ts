import { expect, test } from "vitest";
import { sampleArticles } from "./articles.ts";
import { sampleFeedsOf } from "./dated.ts";

const firstStart = new Date("2031-03-02T00:10:00Z");
const dayMs = 24 * 60 * 60 * 1000;

test("the newest sample is of the days before the first start, and none is of a day after it", () => {
  const { videos, articles } = sampleFeedsOf(firstStart);
  const times = [
    ...videos.map(({ pubDate }) => Date.parse(`${pubDate.replace(" ", "T")}Z`)),
    ...articles.map(({ published_at }) => Date.parse(published_at)),
  ];

  expect(Math.max(...times)).toBeLessThan(firstStart.getTime());
  expect(Math.max(...times)).toBeGreaterThan(firstStart.getTime() - 3 * dayMs);
});

test("samples keep their hours and the days between them", () => {
  const { articles } = sampleFeedsOf(firstStart);
  const shifts = articles.map(({ published_at }, index) => {
    return (Date.parse(published_at) - Date.parse(sampleArticles[index]?.published_at ?? "")) / dayMs;
  });

  expect(new Set(shifts).size).toBe(1);
  expect(Number.isInteger(shifts[0])).toBe(true);
});
