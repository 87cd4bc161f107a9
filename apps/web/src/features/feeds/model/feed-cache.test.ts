import { sampleArticle, sampleVideo, sampleVideos } from "@tests/support/web/feed-samples.ts";
import { expect, test, vi } from "vitest";
import { cachedList, keepList, storedArticles, storedVideos } from "./feed-cache.ts";

const store = (entries: Record<string, string>) => {
  for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
};

test("a list is kept as bare JSON under its name, its time beside it", () => {
  vi.spyOn(Date, "now").mockReturnValue(1_763_600_000_000);
  keepList(storedVideos, [sampleVideo(1)]);
  keepList(storedArticles, [sampleArticle(1)]);
  expect({ ...window.localStorage }).toEqual({
    videos: JSON.stringify([sampleVideo(1)]),
    videos_at: "1763600000000",
    articles: JSON.stringify([sampleArticle(1)]),
    articles_at: "1763600000000",
  });
});

test("a stored list is read back with its time", () => {
  const at = Date.now() - 60_000;
  store({ videos: JSON.stringify(sampleVideos(2)), videos_at: String(at) });
  expect(cachedList(storedVideos)).toEqual({ items: sampleVideos(2), fetchedAt: at });
  store({ videos_at: new Date(at).toISOString() });
  expect(cachedList(storedVideos)?.fetchedAt).toBe(at);
});

test.each(["", "yesterday", String(Date.now() + 3_600_000)])(
  "a list with the time %j counts as stale",
  (time) => {
    store({ videos: JSON.stringify(sampleVideos(1)), videos_at: time });
    expect(cachedList(storedVideos)?.fetchedAt).toBe(0);
  },
);

test("a list without a stored time counts as fetched now", () => {
  const now = Date.now();
  store({ articles: JSON.stringify([sampleArticle(1)]) });
  expect(cachedList(storedArticles)?.fetchedAt).toBeGreaterThanOrEqual(now);
});

test("a missing list differs from an empty list", () => {
  expect(cachedList(storedVideos)).toBeNull();
  store({ videos: "[]" });
  expect(cachedList(storedVideos)?.items).toEqual([]);
});

test.each(["{broken", "null", '{"items":[]}', '"text"', '[1,null,{"title":"No id"}]'])(
  "a list stored as %j is dropped",
  (stored) => {
    store({ videos: stored, videos_at: "1", articles: stored, articles_at: "1" });
    expect(cachedList(storedVideos)).toBeNull();
    expect(cachedList(storedArticles)).toBeNull();
    expect(window.localStorage).toHaveLength(0);
  },
);

test("a broken item is dropped without the others, and duplicates are removed", () => {
  store({
    videos: JSON.stringify([null, { guid: 7 }, sampleVideo(1), sampleVideo(1), { guid: "bare" }]),
    articles: JSON.stringify([{ id: -1 }, { id: 3, user: null, tag_list: ["a", 4] }, sampleArticle(1)]),
  });
  expect(cachedList(storedVideos)?.items).toEqual([
    sampleVideo(1),
    { guid: "bare", title: "", pubDate: "", description: "", link: "", author: "" },
  ]);
  expect(cachedList(storedArticles)?.items).toEqual([
    {
      id: 3,
      title: "",
      published_at: "",
      url: "",
      user: { name: "" },
      tag_list: ["a"],
      description: "",
      positive_reactions_count: 0,
    },
    sampleArticle(1),
  ]);
});

test("a list that does not fit into the storage lasts as long as the page", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  keepList(storedVideos, sampleVideos(1));
  vi.mocked(Storage.prototype.setItem).mockRestore();
  expect(cachedList(storedVideos)?.items).toEqual(sampleVideos(1));
  keepList(storedVideos, []);
});
