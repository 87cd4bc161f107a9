import { getFeedArticle, listFeedArticles, listFeedVideos } from "@cairn/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answer, refusal, server } from "@tests/support/web/fake-api.ts";
import {
  answerFeeds,
  sampleArticle,
  sampleArticles,
  sampleVideo,
  sampleVideos,
} from "@tests/support/web/feed-samples.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentQueryClient } from "../lib/query-client.ts";

beforeEach(() => {
  // A failing feed is logged.
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

async function open(feeds: Parameters<typeof answerFeeds>[0] = {}) {
  answerFeeds({ videos: sampleVideos(4), articles: sampleArticles(9), ...feeds });
  const { user } = renderApp("/category");
  await screen.findByRole("heading", { level: 1, name: "Categories" });
  await waitFor(() => expect(screen.queryAllByRole("article").length).toBeGreaterThan(0));
  return user;
}

const row = (name: string) => screen.getByRole("region", { name });
const titlesIn = (name: string) =>
  within(row(name))
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
const card = (title: string) =>
  within(screen.getByRole("heading", { level: 3, name: title }).closest("article") as HTMLElement);
const stored = (key: string) => JSON.parse(window.localStorage.getItem(key) ?? "null");
const counts = (title: string) =>
  card(title)
    .getByText(/^comments?$/)
    .closest("p")?.textContent;

describe("the two categories", () => {
  test("are the first three videos with articles 1 to 4, and articles 5 to 8", async () => {
    await open();
    expect(titlesIn("Fullstack Development")).toEqual([
      ...["Video 4", "Video 3", "Video 2"],
      ...["Article 9", "Article 8", "Article 7", "Article 6"],
    ]);
    expect(titlesIn("Cyber Security")).toEqual(["Article 5", "Article 4", "Article 3", "Article 2"]);
  });

  test("a card has title, date, counts, and the buttons of its type", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    await open();
    expect(card("Video 4").getByText("5 Oct 2025")).toBeDefined();
    expect(counts("Video 4")).toBe("0 likes0 dislikes0 comments");
    expect(
      card("Video 4")
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([...["Watch Now", "Like", "", "Subscribe"]]);
    expect(counts("Article 9")).toBe("214 likes0 comments");
    expect(
      card("Article 9")
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([...["Read Article", "Like"]]);
  });

  test("an item without a title or a description says so", async () => {
    const user = await open({ articles: [sampleArticle(1, { title: "", description: "" })], videos: [] });
    await user.click(card("No Title").getByRole("button", { name: /^Read Article/ }));
    expect(within(screen.getByRole("dialog")).getByText("No description available.")).toBeDefined();
  });

  test("scroll smoothly by 300 px, and not beyond their ends", async () => {
    const user = await open();
    const list = within(row("Cyber Security")).getAllByRole("list")[0] as HTMLElement;
    const scrollBy = vi.fn();
    Object.defineProperties(list, {
      scrollBy: { value: scrollBy },
      scrollWidth: { value: 1300 },
      clientWidth: { value: 600 },
      scrollLeft: { value: 0, writable: true },
    });
    const button = (name: string) =>
      within(row("Cyber Security")).getByRole<HTMLButtonElement>("button", { name });
    act(() => void list.dispatchEvent(new Event("scroll")));
    expect([button("Scroll left").disabled, button("Scroll right").disabled]).toEqual([true, false]);
    await user.click(button("Scroll right"));
    expect(scrollBy).toHaveBeenLastCalledWith({ left: 300, behavior: "smooth" });
    list.scrollLeft = 700;
    act(() => void list.dispatchEvent(new Event("scroll")));
    expect([button("Scroll left").disabled, button("Scroll right").disabled]).toEqual([false, true]);
    await user.click(button("Scroll left"));
    expect(scrollBy).toHaveBeenLastCalledWith({ left: -300, behavior: "smooth" });
  });
});

describe("likes", () => {
  test("count once per visit, also after leaving the screen, and are kept under 'likes'", async () => {
    const user = await open({ articles: [sampleArticle(31, { title: "Liked once" })], videos: [] });
    await user.click(card("Liked once").getByRole("button", { name: "Like: Liked once" }));
    const button = card("Liked once").getByRole<HTMLButtonElement>("button", { name: "Liked: Liked once" });
    expect(button.disabled).toBe(true);
    expect(counts("Liked once")).toBe("215 likes0 comments");
    expect(stored("likes")).toEqual({ "article-1": 215 });
    expect(document.activeElement?.textContent).toBe("Read Article");
    await user.click(screen.getAllByRole("link", { name: "Feed" })[0] as HTMLElement);
    await user.click((await screen.findAllByRole("link", { name: "Category" }))[0] as HTMLElement);
    expect(
      (await screen.findByRole<HTMLButtonElement>("button", { name: "Liked: Liked once" })).disabled,
    ).toBe(true);
  });

  test("of an earlier visit still count, and another can be added", async () => {
    window.localStorage.setItem("likes", JSON.stringify({ "article-1": 300 }));
    await open({ articles: [sampleArticle(32, { title: "Liked before" })], videos: [] });
    expect(counts("Liked before")).toBe("300 likes0 comments");
    expect(card("Liked before").getByRole<HTMLButtonElement>("button", { name: /^Like:/ }).disabled).toBe(
      false,
    );
  });

  test("stay with their item when another one moves to its position", async () => {
    window.localStorage.setItem("likes", JSON.stringify({ "article-1": 300 }));
    window.localStorage.setItem("category_posts", JSON.stringify({ "article-1": "article-99" }));
    await open({ articles: [sampleArticle(33, { title: "Newcomer" })], videos: [] });
    expect(counts("Newcomer")).toBe("214 likes0 comments");
  });

  test("count as none when they cannot be read", async () => {
    window.localStorage.setItem("likes", "{oops");
    window.localStorage.setItem("comments", '{"article-1": "text"}');
    await open();
    expect(counts("Article 9")).toBe("214 likes0 comments");
  });

  test("given in another tab show here", async () => {
    await open();
    window.localStorage.setItem("likes", JSON.stringify({ "video-1": 9 }));
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "likes" })));
    expect(counts("Video 4")).toBe("9 likes0 dislikes0 comments");
  });
});

test("dislikes can be given repeatedly, and are not stored", async () => {
  const user = await open();
  const dislike = card("Video 4").getByRole("button", { name: "Dislike: Video 4" });
  await user.click(dislike);
  await user.click(dislike);
  expect(counts("Video 4")).toBe("0 likes2 dislikes0 comments");
  expect(stored("likes")).toBeNull();
});

test("a video can be subscribed to and unsubscribed from", async () => {
  const user = await open();
  await user.click(card("Video 4").getByRole("button", { name: "Subscribe: Video 4" }));
  await user.click(card("Video 4").getByRole("button", { name: "Unsubscribe: Video 4" }));
  expect(card("Video 4").getByRole("button", { name: "Subscribe: Video 4" })).toBeDefined();
});

describe("comments", () => {
  const line = (title: string) =>
    card(title).getByRole("textbox", { name: `Write a comment, press Enter: ${title}` });

  test("are sent by Enter and stored under 'comments'", async () => {
    const user = await open();
    await user.type(line("Article 9"), "  Very clear. ");
    fireEvent.keyDown(line("Article 9"), { key: "Enter", keyCode: 229 });
    expect(stored("comments")).toBeNull();
    await user.type(line("Article 9"), "{Enter}");
    expect(card("Article 9").getByText("Very clear.")).toBeDefined();
    expect(counts("Article 9")).toBe("214 likes1 comment");
    expect(stored("comments")).toEqual({
      "article-1": [
        { id: expect.any(String), body: "Very clear.", user_id: "user", created_at: expect.any(String) },
      ],
    });
    expect(line("Article 9")).toMatchObject({ value: "" });
  });

  test("of white space alone are ignored", async () => {
    const user = await open();
    await user.type(line("Article 9"), "   {Enter}");
    expect(counts("Article 9")).toBe("214 likes0 comments");
    expect(stored("comments")).toBeNull();
  });

  test("beyond the newest two show when asked for", async () => {
    const user = await open();
    for (const text of ["One", "Two", "Three"]) await user.type(line("Video 4"), `${text}{Enter}`);
    expect(card("Video 4").queryByText("One")).toBeNull();
    await user.click(card("Video 4").getByRole("button", { name: "Show all 3 comments on Video 4" }));
    expect(card("Video 4").getByText("One")).toBeDefined();
  });
});

describe("the modal", () => {
  const press = async (user: Awaited<ReturnType<typeof open>>, name: RegExp, title: string) => {
    await user.click(card(title).getByRole("button", { name }));
    return within(screen.getByRole("dialog", { name: title }));
  };

  test("of a video embeds the player, 600 by 338", async () => {
    const user = await open();
    const modal = await press(user, /^Watch Now/, "Video 4");
    const player = modal.getByTitle<HTMLIFrameElement>("Video: Video 4");
    expect(player.src).toContain("https://www.youtube-nocookie.com/embed/aqz-KE-b04Q");
    expect([player.width, player.height]).toEqual(["600", "338"]);
  });

  test("of a video elsewhere links to it", async () => {
    const user = await open({ videos: [sampleVideo(1, { link: "https://video.example/1" })] });
    const modal = await press(user, /^Watch Now/, "Video 1");
    expect(modal.getByRole("link", { name: /^Watch the video here/ })).toMatchObject({
      href: "https://video.example/1",
      target: "_blank",
    });
  });

  test("of an article shows title, author, description and a link to the full text", async () => {
    const user = await open();
    let asked = false;
    server.use(
      answer(getFeedArticle, () => {
        asked = true;
        return refusal("feed_unreachable");
      }),
    );
    const modal = await press(user, /^Read Article/, "Article 9");
    expect(modal.getByText("Ines Carvalho")).toBeDefined();
    expect(modal.getByText("What article 9 is about")).toBeDefined();
    expect(modal.getByRole("link", { name: /^Read the full article/ })).toMatchObject({
      href: "https://dev.to/ines/article-9",
    });
    expect(asked).toBe(false);
  });

  test("keeps its video when a refreshed feed has another one in its place", async () => {
    const user = await open();
    const modal = await press(user, /^Watch Now/, "Video 4");
    for (const count of [5, 8]) {
      answerFeeds({ videos: sampleVideos(count), articles: sampleArticles(9) });
      await act(() => currentQueryClient().refetchQueries());
      await screen.findByRole("heading", { level: 3, name: `Video ${count}`, hidden: true });
      expect(modal.getByTitle("Video: Video 4")).toBeDefined();
    }
  });

  test("is closed by its button, by a click outside, and by Back", async () => {
    const user = await open();
    const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const modal = await press(user, /^Read Article/, "Article 9");
    await user.click(modal.getByRole("button", { name: "Close" }));
    await gone();
    await press(user, /^Read Article/, "Article 9");
    await user.click(screen.getByRole("dialog"));
    await gone();
    await press(user, /^Read Article/, "Article 9");
    act(() => window.history.back());
    await gone();
    expect(window.location.pathname).toBe("/category");
  });
});

describe("the search", () => {
  const search = () => screen.getByRole("searchbox", { name: "Search Categories..." });

  test("keeps the posts whose title contains the words, in any case", async () => {
    const user = await open();
    await user.type(search(), "ARTICLE 5");
    expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Article 5",
    ]);
    await user.clear(search());
    expect(titlesIn("Cyber Security")).toHaveLength(4);
  });

  test("without a match says 'No matching posts found.'", async () => {
    const user = await open();
    await user.type(search(), "gardening");
    expect(screen.getByText("No matching posts found.")).toBeDefined();
    expect(
      within(screen.getByRole("main")).getByRole("link", { name: "Search the library" }).getAttribute("href"),
    ).toMatch(/^\/posts\?q=/);
    expect(screen.queryByRole("region", { name: "Cyber Security" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    const own = within(row("Cyber Security")).getByRole("link", { name: "Verified posts" });
    expect(own.getAttribute("href")).toBe("/posts?category=Cyber%20Security");
  });
});

describe("when loading fails", () => {
  test("for both sources, the reason shows with a sample article in each category, with 10 and 12 likes", async () => {
    server.use(
      answer(listFeedVideos, () => refusal("unavailable")),
      answer(listFeedArticles, () => refusal("unavailable")),
    );
    renderApp("/category");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Failed to load categories or posts. Error: This site is not available right now. Please try again in a moment.",
    );
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(counts(titlesIn("Fullstack Development")[0] ?? "")).toBe("10 likes0 comments");
    expect(counts(titlesIn("Cyber Security")[0] ?? "")).toBe("12 likes0 comments");
  });

  test("for one source, the items of the other show", async () => {
    answerFeeds({ articles: sampleArticles(2) });
    server.use(answer(listFeedVideos, () => refusal("unavailable")));
    renderApp("/category");
    await screen.findByRole("heading", { level: 3, name: "Article 2" });
    expect(screen.queryByRole("alert")).toBeNull();
    // A category without posts keeps its heading.
    expect(within(row("Cyber Security")).getByText("No content available")).toBeDefined();
  });
});
