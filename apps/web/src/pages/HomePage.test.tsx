import {
  getFeedArticle,
  getMe,
  listComments,
  listFeedArticles,
  listFeedVideos,
  searchContent,
} from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { sampleComment, sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, member, refusal, server } from "@tests/support/web/fake-api.ts";
import {
  answerFeeds,
  sampleArticle,
  sampleArticles,
  sampleVideo,
  sampleVideos,
} from "@tests/support/web/feed-samples.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => {
  // A failing feed is logged.
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

async function openHome(path = "/home") {
  const { user } = renderApp(path);
  await screen.findByRole("heading", { level: 1, name: /^Hello/ });
  return user;
}

const feed = () => screen.getByRole("region", { name: "Feed" });
const titles = () =>
  within(feed())
    .queryAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
const shown = (count: number) => waitFor(() => expect(titles()).toHaveLength(count));
const filter = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Filter by" });
const loadMore = () => screen.getByRole("button", { name: "Load More" });
const tags = () => screen.getByRole("list", { name: "Your interests" });
const failing = () => refusal("too_many_requests");

describe("the greeting", () => {
  test("a visitor is greeted as User, with the tags Full-Stack, Front-End and DevOps", async () => {
    await openHome();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Hello, User");
    expect([...tags().children].map(({ textContent }) => textContent)).toEqual([
      "Full-Stack",
      "Front-End",
      "DevOps",
    ]);
  });

  test("a member is greeted by name, and no other name shows before", async () => {
    const gate = holdBack(getMe, () => HttpResponse.json(member));
    storeSession();
    await openHome();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Hello, ");
    gate.open();
    await screen.findByRole("heading", { level: 1, name: "Hello, Amina Yusuf" });
    expect(tags().textContent).toBe("Full-StackFront-EndDevOps");
  });

  test("a member's own interests replace the default tags", async () => {
    server.use(answer(getMe, () => HttpResponse.json({ ...member, interests: ["Rust", "Databases"] })));
    storeSession();
    await openHome();
    await waitFor(() => expect(tags().textContent).toBe("RustDatabases"));
  });

  test("/feed is the same page", async () => {
    await openHome("/feed");
    expect(document.title).toBe("Home · Cairn");
  });

  test("Create Post leads to /create-post, from the section Your Content when that is shown", async () => {
    await openHome();
    const link = () => within(screen.getByRole("main")).getByRole("link", { name: "Create Post" });
    expect(link()).toHaveProperty("pathname", "/create-post");
    window.localStorage.setItem("pendingPosts", JSON.stringify([{ id: "1", title: "Mine" }]));
    act(() => window.dispatchEvent(new StorageEvent("storage", { key: "pendingPosts" })));
    const section = await screen.findByRole("region", { name: "Your Content" });
    expect(section.contains(link())).toBe(true);
  });
});

describe("the feed", () => {
  test("shows the first 6 items of both external feeds, newest first", async () => {
    answerFeeds({ videos: sampleVideos(4), articles: sampleArticles(4) });
    await openHome();
    await shown(6);
    expect(titles()).toEqual(["Article 4", "Video 4", "Article 3", "Video 3", "Article 2", "Video 2"]);
  });

  test("Load More raises the counter, and the list grows to 6 times the counter", async () => {
    answerFeeds({ videos: sampleVideos(8), articles: sampleArticles(8) });
    const user = await openHome();
    await shown(6);
    await user.click(loadMore());
    await shown(12);
    expect(screen.getByText("Showing 12 of 16")).toBeDefined();
  });

  test("the button disappears when everything shows", async () => {
    answerFeeds({ videos: sampleVideos(4), articles: sampleArticles(4) });
    const user = await openHome();
    await shown(6);
    await user.click(loadMore());
    await shown(8);
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
  });

  test("after Load More the focus is on the first new card", async () => {
    answerFeeds({ videos: sampleVideos(4), articles: sampleArticles(4) });
    const user = await openHome();
    await shown(6);
    await user.click(loadMore());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Read Article: Article 1" })),
    );
  });

  test("the filter offers All, Video and Article, and starts at All", async () => {
    await openHome();
    expect([...filter().options].map(({ value }) => value)).toEqual(["All", "Video", "Article"]);
    expect(filter().value).toBe("All");
  });

  test("the filter Video shows only videos, the filter Article only articles", async () => {
    answerFeeds({ videos: sampleVideos(2), articles: sampleArticles(1) });
    const user = await openHome();
    await shown(3);
    await user.selectOptions(filter(), "Video");
    expect(titles()).toEqual(["Video 2", "Video 1"]);
    await user.selectOptions(filter(), "Article");
    expect(titles()).toEqual(["Article 1"]);
  });

  test("each filter has its own counter, starting at 1", async () => {
    answerFeeds({ videos: sampleVideos(13), articles: sampleArticles(13) });
    const user = await openHome();
    await shown(6);
    await user.selectOptions(filter(), "Video");
    await shown(6);
    await user.click(loadMore());
    await shown(12);
    await user.selectOptions(filter(), "Article");
    await shown(6);
    await user.selectOptions(filter(), "All");
    await shown(6);
    await user.selectOptions(filter(), "Video");
    await shown(12);
  });

  test("Load More builds the list again from the copy on this device, without a call", async () => {
    const asked = answerFeeds({ videos: sampleVideos(8) });
    const user = await openHome();
    await shown(6);
    window.localStorage.setItem("videos", JSON.stringify([sampleVideo(20), ...sampleVideos(8)]));
    await user.click(loadMore());
    await shown(9);
    expect(titles()[0]).toBe("Video 20");
    expect(asked).toEqual({ videos: 1, articles: 1 });
  });

  test("Load More fetches a list that is no longer on the device", async () => {
    const asked = answerFeeds({ videos: sampleVideos(8), articles: sampleArticles(1) });
    const user = await openHome();
    await shown(6);
    window.localStorage.removeItem("videos");
    await user.click(loadMore());
    await waitFor(() => expect(asked).toEqual({ videos: 2, articles: 1 }));
    expect(window.localStorage.getItem("videos")).not.toBeNull();
  });

  test("Back restores the filter and the counters", async () => {
    answerFeeds({ videos: sampleVideos(13) });
    const user = await openHome();
    await shown(6);
    await user.selectOptions(filter(), "Video");
    await user.click(loadMore());
    await shown(12);
    const links = screen.getByRole("contentinfo");
    await user.click(within(links).getByRole("link", { name: "Category" }));
    await screen.findByRole("heading", { level: 1, name: "Categories" });
    act(() => window.history.back());
    await screen.findByRole("heading", { level: 1, name: /^Hello/ });
    expect(filter().value).toBe("Video");
    expect(titles()).toHaveLength(12);
  });
});

describe("a card", () => {
  test("shows an item's type, author and source, and bears no verified mark", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    answerFeeds({ videos: [sampleVideo(1, { description: "" })] });
    await openHome();
    const card = within(await within(feed()).findByRole("article"));
    for (const text of [
      "Fullstack Development",
      "youtube.com",
      "Video 1",
      "No description available",
      "Northbank Engineering",
      "2 Oct 2025",
    ]) {
      expect(card.getByText(text)).toBeDefined();
    }
    expect(card.queryByText("Verified")).toBeNull();
  });

  test("shows foreign markup as text", async () => {
    const title = "<img src=x onerror=alert(1)> &amp; more";
    answerFeeds({
      articles: [sampleArticle(1, { title, description: "<b onclick=alert(1)>Bold</b> words" })],
    });
    await openHome();
    const card = await within(feed()).findByRole("article");
    expect(within(card).getByRole("heading").textContent).toBe("<img src=x onerror=alert(1)> & more");
    expect(within(card).getByText("Bold words")).toBeDefined();
    expect(card.querySelector("img, b[onclick]")).toBeNull();
  });

  test("of a video opens the player", async () => {
    answerFeeds({ videos: sampleVideos(1) });
    const user = await openHome();
    await user.click(await screen.findByRole("button", { name: "Watch Now: Video 1" }));
    const modal = screen.getByRole("dialog", { name: "Video 1" });
    expect(await within(modal).findByTitle("Video: Video 1")).toBeDefined();
  });

  test("of an article opens the article", async () => {
    answerFeeds({ articles: sampleArticles(1) });
    server.use(answer(getFeedArticle, () => refusal("feed_item_not_found")));
    const user = await openHome();
    await user.click(await screen.findByRole("button", { name: "Read Article: Article 1" }));
    const modal = screen.getByRole("dialog", { name: "Article 1" });
    expect(await within(modal).findByText("There is no such article.")).toBeDefined();
  });
});

describe("when the feeds fail without a copy", () => {
  const fail = (...feeds: ("videos" | "articles")[]) => {
    if (feeds.includes("videos")) server.use(answer(listFeedVideos, failing));
    if (feeds.includes("articles")) server.use(answer(listFeedArticles, failing));
  };

  test("both: 'Failed to load feed', and 'No content available' under it", async () => {
    fail("videos", "articles");
    await openHome();
    expect(await screen.findByText("Failed to load feed")).toBeDefined();
    expect(screen.getByText("No content available")).toBeDefined();
    expect(screen.queryByText(/^Failed to load (videos|articles)/)).toBeNull();
  });

  test("both, under the filter of one: 'Failed to load feed' all the same", async () => {
    fail("videos", "articles");
    const user = await openHome();
    await screen.findByText("Failed to load feed");
    await user.selectOptions(filter(), "Video");
    expect(await screen.findByText("Failed to load feed")).toBeDefined();
    expect(screen.getByText("No videos available")).toBeDefined();
  });

  test.each([
    ["videos", "articles", { articles: sampleArticles(2) }],
    ["articles", "videos", { videos: sampleVideos(2) }],
  ] as const)("only %s: that is said, and the %s show", async (failed, _, others) => {
    answerFeeds(others);
    fail(failed);
    await openHome();
    await shown(2);
    const said = screen.getAllByRole("alert").map(({ textContent }) => textContent);
    expect(said).toEqual([expect.stringContaining(`Failed to load ${failed}`)]);
  });

  test("the filter of the failed feed shows the failure, and that it is empty; the other filter does not", async () => {
    answerFeeds({ articles: sampleArticles(2) });
    fail("videos");
    const user = await openHome();
    await shown(2);
    await user.selectOptions(filter(), "Video");
    expect(screen.getByText("Failed to load videos")).toBeDefined();
    expect(screen.getByText("No videos available")).toBeDefined();
    await user.selectOptions(filter(), "Article");
    expect(screen.queryByText("Failed to load videos")).toBeNull();
  });

  test("Try again fetches what failed", async () => {
    answerFeeds({ videos: sampleVideos(2) });
    server.use(answer(listFeedVideos, failing, { once: true }));
    const user = await openHome();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await shown(2);
    expect(screen.queryByText("Failed to load videos")).toBeNull();
  });
});

test.each([
  ["All", "No content available"],
  ["Video", "No videos available"],
  ["Article", "No articles available"],
])("an empty feed under the filter %s shows '%s'", async (name, text) => {
  const user = await openHome();
  await user.selectOptions(filter(), name);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
});

test("the comments of content 1 are below the feed, the footer at the end", async () => {
  await openHome();
  expect(await screen.findByText("No comments available")).toBeDefined();
  expect(screen.getByRole("contentinfo")).toBeDefined();
});

describe("Verified on Cairn", () => {
  const newest = (ids: number[], next: string | null = null) =>
    answer(searchContent, () =>
      HttpResponse.json({
        items: ids.map((id) => sampleItem({ id, title: `Piece ${id}`, comments: id })),
        next,
      }),
    );
  const asked = () => {
    const ids: string[] = [];
    server.use(
      answer(listComments, ({ params }) => {
        ids.push(String(params.id));
        return HttpResponse.json([sampleComment({ body: `About ${params.id}` })]);
      }),
    );
    return ids;
  };

  test.each(["/home", "/feedpage"])("%s begins with the newest published items", async (path) => {
    server.use(newest([9, 8, 7, 6, 5]));
    renderApp(path);
    const row = within(await screen.findByRole("list", { name: "Verified on Cairn" }));
    expect(row.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "Piece 9",
      "Piece 8",
      "Piece 7",
      "Piece 6",
    ]);
  });

  test("without published items there is no row, and no comments are asked for", async () => {
    const ids = asked();
    await openHome();
    expect(await screen.findByText("No comments available")).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Verified on Cairn" })).toBeNull();
    expect(ids).toEqual([]);
  });

  test.each([
    ["of item 1 where it is published", [3, 1], null, "1"],
    ["of item 1 where not every published item is known", [3, 2], "more", "1"],
    ["of the newest item with comments where item 1 is not published", [3, 2], null, "3"],
  ])("the comments are those %s", async (_, items, next, item) => {
    const ids = asked();
    server.use(newest(items, next));
    await openHome();
    expect((await screen.findByRole("figure")).textContent).toContain(`About ${item}`);
    expect(ids).toEqual([item]);
  });
});
