import { listFeedArticles, listFeedVideos } from "@cairn/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import {
  answerFeeds,
  sampleArticle,
  sampleArticles,
  sampleVideo,
  sampleVideos,
} from "@tests/support/web/feed-samples.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  // A failing feed is logged.
  warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
});

type SectionName = "CONTENT" | "YOUR VIDEOS" | "DEV ARTICLES";

async function openFeed() {
  const { user } = renderApp("/feedpage");
  await screen.findByRole("heading", { level: 1, name: "Feed" });
  return user;
}

const section = (name: SectionName) => within(screen.getByRole("region", { name }));
const titles = (name: SectionName) =>
  section(name)
    .queryAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
const showing = (name: SectionName, expected: string[]) =>
  waitFor(() => expect(titles(name)).toEqual(expected));
const pageLine = (name: SectionName) => section(name).getByRole("navigation").textContent;
const next = (name: SectionName) => section(name).getByRole<HTMLButtonElement>("button", { name: "Next" });
const previous = (name: SectionName) =>
  section(name).getByRole<HTMLButtonElement>("button", { name: "Previous" });
const failing = () => refusal("too_many_requests");

describe("the sections", () => {
  test("CONTENT merges both external lists, newest first", async () => {
    answerFeeds({ videos: sampleVideos(2), articles: sampleArticles(2) });
    await openFeed();
    await showing("CONTENT", ["Article 2", "Video 2", "Article 1"]);
  });

  test("YOUR VIDEOS shows the videos with author, site, category and the date on the reader's clock", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    answerFeeds({ videos: sampleVideos(1), articles: sampleArticles(1) });
    await openFeed();
    await showing("YOUR VIDEOS", ["Video 1"]);
    expect(section("YOUR VIDEOS").getByText("Northbank Engineering · youtube.com")).toBeDefined();
    expect(section("YOUR VIDEOS").getByText("Fullstack Development · 2 Oct 2025")).toBeDefined();
  });

  test("DEV ARTICLES shows the articles with author, date, site, description, tags and likes", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    answerFeeds({ videos: sampleVideos(1), articles: sampleArticles(1) });
    await openFeed();
    await showing("DEV ARTICLES", ["Article 1"]);
    const articles = section("DEV ARTICLES");
    for (const text of ["Ines Carvalho", "2 Oct 2025 · dev.to", "What article 1 is about", "#reliability"]) {
      expect(articles.getByText(text)).toBeDefined();
    }
    expect(articles.getByText("likes").parentElement?.textContent).toBe("214 likes");
  });

  test("no external item bears the verified mark", async () => {
    answerFeeds({ videos: sampleVideos(2), articles: sampleArticles(2) });
    await openFeed();
    await showing("YOUR VIDEOS", ["Video 2", "Video 1"]);
    expect(screen.queryByText(/verified/i, { selector: "main *" })).toBeNull();
    expect(screen.queryByRole("img", { name: /verified/i })).toBeNull();
  });

  test("each shows 3 items per page, and pages independently", async () => {
    answerFeeds({ videos: sampleVideos(4), articles: sampleArticles(7) });
    const user = await openFeed();
    await showing("YOUR VIDEOS", ["Video 4", "Video 3", "Video 2"]);
    expect(pageLine("CONTENT")).toBe("Page 1 of 4");
    expect(pageLine("YOUR VIDEOS")).toBe("Page 1 of 2");
    expect(pageLine("DEV ARTICLES")).toBe("Page 1 of 3");

    await user.click(next("DEV ARTICLES"));
    expect(titles("DEV ARTICLES")).toEqual(["Article 4", "Article 3", "Article 2"]);
    expect(pageLine("DEV ARTICLES")).toBe("Page 2 of 3");
    expect(pageLine("YOUR VIDEOS")).toBe("Page 1 of 2");
    await user.click(previous("DEV ARTICLES"));
    expect(titles("DEV ARTICLES")).toEqual(["Article 7", "Article 6", "Article 5"]);
  });

  test("the focus stays in the pager when the pressed button is disabled, and the page is announced", async () => {
    answerFeeds({ videos: sampleVideos(4) });
    const user = await openFeed();
    await showing("YOUR VIDEOS", ["Video 4", "Video 3", "Video 2"]);
    next("YOUR VIDEOS").focus();
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(previous("YOUR VIDEOS"));
    expect(section("YOUR VIDEOS").getByRole("status").textContent).toBe("YOUR VIDEOS: page 2 of 2");
  });

  test("Back restores the pages as they were left", async () => {
    answerFeeds({ videos: sampleVideos(4), articles: sampleArticles(7) });
    const user = await openFeed();
    await showing("YOUR VIDEOS", ["Video 4", "Video 3", "Video 2"]);
    await user.click(next("YOUR VIDEOS"));
    await user.click(next("DEV ARTICLES"));
    await user.click(within(screen.getByRole("contentinfo")).getByRole("link", { name: "Category" }));
    await screen.findByRole("heading", { level: 1, name: "Categories" });
    act(() => window.history.back());
    await screen.findByRole("heading", { level: 1, name: "Feed" });
    expect(pageLine("CONTENT")).toBe("Page 1 of 4");
    expect(pageLine("YOUR VIDEOS")).toBe("Page 2 of 2");
    expect(pageLine("DEV ARTICLES")).toBe("Page 2 of 3");
  });
});

describe("the copies on this device", () => {
  const minutesAgo = (minutes: number) => String(Date.now() - minutes * 60_000);
  const keepVideos = (stored: string, at: string) => {
    window.localStorage.setItem("videos", stored);
    window.localStorage.setItem("videos_at", at);
  };

  test("both lists are stored once they are fetched, each with its time", async () => {
    answerFeeds({ videos: sampleVideos(2), articles: sampleArticles(2) });
    const before = Date.now();
    await openFeed();
    await showing("CONTENT", ["Article 2", "Video 2", "Article 1"]);
    expect(JSON.parse(window.localStorage.getItem("videos") ?? "")).toEqual(sampleVideos(2));
    expect(JSON.parse(window.localStorage.getItem("articles") ?? "")).toEqual(sampleArticles(2));
    expect(Number(window.localStorage.getItem("videos_at"))).toBeGreaterThanOrEqual(before);
    expect(Number(window.localStorage.getItem("articles_at"))).toBeGreaterThanOrEqual(before);
  });

  test("a list younger than 15 minutes shows at once and is not fetched again", async () => {
    keepVideos(JSON.stringify(sampleVideos(1)), minutesAgo(14));
    const asked = answerFeeds({ videos: sampleVideos(2), articles: sampleArticles(1) });
    await openFeed();
    expect(titles("YOUR VIDEOS")).toEqual(["Video 1"]);
    await showing("DEV ARTICLES", ["Article 1"]);
    expect(asked).toEqual({ videos: 0, articles: 1 });
  });

  test("a list older than 15 minutes shows at once and is refreshed in the background", async () => {
    keepVideos(JSON.stringify(sampleVideos(1)), minutesAgo(16));
    const gate = holdBack(listFeedVideos, () => HttpResponse.json({ items: sampleVideos(2) }));
    await openFeed();
    expect(titles("YOUR VIDEOS")).toEqual(["Video 1"]);
    gate.open();
    await showing("YOUR VIDEOS", ["Video 2", "Video 1"]);
  });

  test("when the refresh fails the list stays, and the failure is only logged", async () => {
    keepVideos(JSON.stringify(sampleVideos(1)), minutesAgo(16));
    server.use(answer(listFeedVideos, failing));
    await openFeed();
    await waitFor(() => expect(warnings).toHaveBeenCalledWith("Failed to load videos", expect.anything()));
    expect(titles("YOUR VIDEOS")).toEqual(["Video 1"]);
    expect(screen.queryByText("Failed to load videos")).toBeNull();
  });

  test("a newer list from another tab shows here too", async () => {
    answerFeeds({ videos: sampleVideos(1) });
    await openFeed();
    await showing("YOUR VIDEOS", ["Video 1"]);
    keepVideos(JSON.stringify(sampleVideos(3)), minutesAgo(0));
    act(() => window.dispatchEvent(new StorageEvent("storage", { key: "videos" })));
    await showing("YOUR VIDEOS", ["Video 3", "Video 2", "Video 1"]);
  });
});

describe("when no list arrives", () => {
  test("each section shows that it is loading until its list arrives", async () => {
    const gate = holdBack(listFeedVideos, () => HttpResponse.json({ items: sampleVideos(1) }));
    await openFeed();
    await waitFor(() => expect(section("YOUR VIDEOS").getByText("Loading...")).toBeDefined());
    expect(await section("DEV ARTICLES").findByText("No articles available")).toBeDefined();
    gate.open();
    await showing("YOUR VIDEOS", ["Video 1"]);
    expect(section("YOUR VIDEOS").queryByText("Loading...")).toBeNull();
  });

  test("empty lists say so, each in its section", async () => {
    await openFeed();
    expect(await section("CONTENT").findByText("No content available")).toBeDefined();
    expect(await section("YOUR VIDEOS").findByText("No videos available")).toBeDefined();
    expect(await section("DEV ARTICLES").findByText("No articles available")).toBeDefined();
    expect(screen.queryByRole("navigation", { name: /^Pages of/ })).toBeNull();
  });

  test("failing calls without a copy show the failure, and that the section is empty", async () => {
    server.use(answer(listFeedVideos, failing), answer(listFeedArticles, failing));
    await openFeed();
    expect(await section("CONTENT").findByText("Failed to load feed")).toBeDefined();
    expect(section("CONTENT").getByText("No content available")).toBeDefined();
    expect(section("YOUR VIDEOS").getByText("Failed to load videos")).toBeDefined();
    expect(section("YOUR VIDEOS").getByText("No videos available")).toBeDefined();
    expect(section("DEV ARTICLES").getByText("Failed to load articles")).toBeDefined();
    expect(section("DEV ARTICLES").getByText("No articles available")).toBeDefined();
  });

  test("one failing feed is reported in its own section only; CONTENT shows the other", async () => {
    answerFeeds({ articles: sampleArticles(1) });
    server.use(answer(listFeedVideos, failing));
    await openFeed();
    expect(await section("YOUR VIDEOS").findByText("Failed to load videos")).toBeDefined();
    await showing("CONTENT", ["Article 1"]);
    expect(screen.queryByText("Failed to load feed")).toBeNull();
  });

  test("an answer that is not a feed is a failure", async () => {
    server.use(answer(listFeedVideos, () => HttpResponse.json({ items: "<html>" })));
    await openFeed();
    expect(await section("YOUR VIDEOS").findByText("Failed to load videos")).toBeDefined();
    expect(window.localStorage.getItem("videos")).toBeNull();
  });

  test("Try again fetches the section's list", async () => {
    answerFeeds({ videos: sampleVideos(1) });
    server.use(answer(listFeedVideos, failing, { once: true }));
    const user = await openFeed();
    await user.click(await section("YOUR VIDEOS").findByRole("button", { name: "Try again" }));
    await showing("YOUR VIDEOS", ["Video 1"]);
  });

  test("a page opened offline fetches by itself when the connection is back", async () => {
    answerFeeds({ videos: sampleVideos(1) });
    server.use(answer(listFeedVideos, () => HttpResponse.error() as HttpResponse<null>, { once: true }));
    await openFeed();
    await section("YOUR VIDEOS").findByText("Failed to load videos");
    act(() => {
      window.dispatchEvent(new Event("offline"));
      window.dispatchEvent(new Event("online"));
    });
    await showing("YOUR VIDEOS", ["Video 1"]);
  });
});

test("markup in any field of an item is text", async () => {
  const hostile = '<img src=x onerror="alert(1)">';
  answerFeeds({
    videos: [sampleVideo(1, { title: hostile, author: hostile, description: hostile })],
    articles: [sampleArticle(1, { title: hostile, user: { name: hostile }, tag_list: [hostile] })],
  });
  await openFeed();
  await showing("YOUR VIDEOS", [hostile]);
  await showing("DEV ARTICLES", [hostile]);
  expect(document.querySelector("main img")).toBeNull();
});
