import {
  type Author,
  type Category,
  type ContentItem,
  listAuthors,
  listCategories,
  type SearchPage,
  searchContent,
} from "@cairn/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";

const category = (id: number, name: string): Category => ({
  id,
  name,
  description: "",
  posts: 1,
  interval_days: 180,
});
const categories = [category(1, "Fullstack Development"), category(3, "Data Science")];

/** The queries that the server was asked, in their order. */
let asked: string[];

const found = (items: ContentItem[], more: Partial<SearchPage> = {}) =>
  HttpResponse.json({ items, next: null, ...more });

/** Answers a search by its words; by default one post that bears them as its title. */
function answerSearch(reply = (q: string, _query: URLSearchParams) => found([sampleItem({ title: q })])) {
  server.use(
    answer(searchContent, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      return reply(searchParams.get("q") ?? "", searchParams);
    }),
  );
}

beforeEach(() => {
  asked = [];
  server.use(answer(listCategories, () => HttpResponse.json(categories)));
  answerSearch();
});

const box = () => screen.findByRole<HTMLInputElement>("searchbox", { name: "Search the library" });
const select = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Category" });
const card = (name: string) => screen.findByRole("heading", { level: 3, name });
const cards = () => screen.queryAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const pressed = () =>
  within(screen.getByRole("group", { name: "Type" })).getByRole("button", { pressed: true }).textContent;
const address = () => window.location.pathname + window.location.search;

describe("the library", () => {
  test("shows everybody what is published, by whom and when", async () => {
    answerSearch(() =>
      found([
        sampleItem({ id: 2, title: "Git bisect in ten minutes", content_type: "Video" }),
        sampleItem({ id: 4, title: "Caching headers" }),
      ]),
    );
    renderApp("/posts");
    await card("Caching headers");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Library");
    expect(document.title).toBe("Library · Cairn");
    const [first] = screen.getAllByRole("article");
    expect(first?.textContent).toContain("Kofi Asante");
    expect(first?.textContent).toContain("16 Nov 2025");
    expect(screen.getByRole("link", { name: "Watch Now: Git bisect in ten minutes" })).toBeDefined();
    expect(screen.getByText("Showing all 2 posts")).toBeDefined();
    expect(asked).toEqual([""]);
  });

  test("shows that it loads, and that it failed to load, which can be tried again", async () => {
    let isDown = true;
    const gate = holdBack(searchContent, () =>
      isDown ? refusal("too_many_requests") : found([sampleItem({ title: "Second try" })]),
    );
    const { user } = renderApp("/posts");
    await box();
    await waitFor(() => expect(screen.getByText("Loading...").closest(".kit-hidden")).toBeNull());
    gate.open();
    await screen.findByText("The library could not be loaded.");
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await card("Second try");
  });

  test("says when it is empty", async () => {
    answerSearch(() => found([]));
    renderApp("/posts");
    await screen.findByText("No content available");
    expect(screen.queryByRole("button", { name: /Clear|Show/ })).toBeNull();
  });

  test("opens with the search box focused when it was opened by the search icon", async () => {
    storeSession();
    const { user } = renderApp("/usersdashboard");
    const magnifier = async () => user.click(await screen.findByRole("link", { name: "Search the library" }));
    await magnifier();
    const search = await box();
    await waitFor(() => expect(document.activeElement).toBe(search));
    search.blur();
    await magnifier();
    await waitFor(() => expect(document.activeElement).toBe(search));
  });
});

describe("a search", () => {
  test("starts once when typing pauses, and is written to the address", async () => {
    renderApp("/posts");
    await card("");
    const search = await box();
    for (const value of ["g", "gi", "git "]) fireEvent.change(search, { target: { value } });
    await card("git");
    expect(asked).toEqual(["", "?q=git"]);
    expect(address()).toBe("/posts?q=git");
    expect(search.value).toBe("git ");
  });

  test("starts at once on Enter", async () => {
    const { user } = renderApp("/posts");
    await user.click(await box());
    await user.paste("caching");
    await user.keyboard("{Enter}");
    expect(address()).toBe("/posts?q=caching");
    await card("caching");
  });

  test("is one history entry, even when its words change", async () => {
    const { user } = renderApp("/posts");
    const before = window.history.length;
    await user.click(await box());
    await user.paste("git");
    await card("git");
    await user.paste(" bisect");
    await card("git bisect");
    expect(window.history.length).toBe(before + 1);
    act(() => window.history.back());
    await card("");
    expect(address()).toBe("/posts");
    expect((await box()).value).toBe("");
  });

  test("finds authors too, beside the posts, and leads to their pages", async () => {
    const kofi: Author = {
      id: 9,
      name: "Kofi Asante",
      role: "TechWriter",
      bio: "",
      links: [],
      avatar_url: null,
      items: 2,
      since: "2025-11-14T09:00:00.000Z",
    };
    server.use(
      answer(listAuthors, ({ request }) => {
        const q = new URL(request.url).searchParams.get("q");
        return HttpResponse.json({ items: q === "kofi" ? [kofi] : [] });
      }),
    );
    const { user } = renderApp("/posts?q=kofi");
    const row = await screen.findByRole("region", { name: "Authors" });
    expect(row.textContent).toContain("2 published posts");
    expect(within(row).getByRole("link", { name: "Kofi Asante" }).getAttribute("href")).toBe("/authors/9");
    await user.click(screen.getByRole("button", { name: "Clear the search box" }));
    await card("");
    expect(screen.queryByRole("region", { name: "Authors" })).toBeNull();
  });

  test("takes c++ in an address as it was typed", async () => {
    renderApp("/posts?q=c++");
    await card("c++");
    expect((await box()).value).toBe("c++");
  });

  test("is cleared with its × button, and typing can continue", async () => {
    const { user } = renderApp("/posts?q=git");
    await card("git");
    await user.click(screen.getByRole("button", { name: "Clear the search box" }));
    await card("");
    expect(address()).toBe("/posts");
    expect(document.activeElement).toBe(await box());
    expect(screen.queryByRole("button", { name: "Clear the search box" })).toBeNull();
  });

  test("shows the corrected spelling when it finds only similar words", async () => {
    answerSearch(() => found([sampleItem({ title: "Caching headers" })], { corrected: "headers" }));
    renderApp("/posts?q=headres");
    await card("Caching headers");
    const note = screen.getByText(/^No results for “headres”/);
    expect(note.textContent).toBe("No results for “headres”. Showing results for headers.");
    expect(note.querySelector("b")?.textContent).toBe("headers");
  });

  test("names the category that is shown where no post has the words, and leads to all of it", async () => {
    const named = { category: "Fullstack Development", instead: "Fullstack Development" };
    answerSearch(() => found([sampleItem({ title: "Caching headers" })], named));
    renderApp("/posts?q=Full-Stack");
    await card("Caching headers");
    expect(screen.getByText(/^No post has the words “Full-Stack”/).textContent).toBe(
      "No post has the words “Full-Stack”. Showing the newest in Fullstack Development.",
    );
    expect(
      screen.getByRole("link", { name: "All posts in Fullstack Development" }).getAttribute("href"),
    ).toBe("/posts?category=Fullstack%20Development");
  });

  test("shows when nothing matches, with a button to clear it", async () => {
    answerSearch((q) => found(q === "" ? [sampleItem({ title: "All there is" })] : []));
    const { user } = renderApp("/posts?q=zebra");
    await screen.findByText("No matching posts found.");
    expect((await box()).value).toBe("zebra");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await card("All there is");
    expect((await box()).value).toBe("");
  });

  test("keeps the previous results until the next answer arrives", async () => {
    const { user } = renderApp("/posts?q=git");
    await card("git");
    const gate = holdBack(searchContent, () => found([sampleItem({ title: "Videos about git" })]));
    await user.click(screen.getByRole("button", { name: "Video" }));
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Best matches" }).getAttribute("aria-busy")).toBe("true"),
    );
    expect(cards()).toEqual(["git"]);
    gate.open();
    await card("Videos about git");
    expect(cards()).toEqual(["Videos about git"]);
  });
});

describe("the filters", () => {
  test("filter the library by category and type, together with the search words", async () => {
    const { user } = renderApp("/posts");
    await card("");
    await screen.findByRole("option", { name: "Data Science" });
    expect([...select().options].map(({ text }) => text)).toEqual([
      "All categories",
      "Fullstack Development",
      "Data Science",
    ]);
    await user.selectOptions(select(), "Data Science");
    expect(address()).toBe("/posts?category=Data+Science");
    await user.click(await box());
    await user.paste("pandas");
    // The typing has not rested yet, and is not lost.
    await user.click(screen.getByRole("button", { name: "Audio" }));
    expect(address()).toBe("/posts?q=pandas&type=Audio&category=Data+Science");
    await card("pandas");
    expect(asked.at(-1)).toBe("?q=pandas&type=Audio&category=Data+Science");
    await user.click(screen.getByRole("button", { name: "All" }));
    await user.selectOptions(select(), "All categories");
    expect(address()).toBe("/posts?q=pandas");
  });

  test("show a choice at once, and keep it when a second one comes before the address has followed", async () => {
    renderApp("/posts");
    await card("");
    await screen.findByRole("option", { name: "Data Science" });
    act(() => {
      fireEvent.change(select(), { target: { value: "Data Science" } });
      expect(select().value).toBe("Data Science");
      // A browser may report the same choice twice while the application starts.
      fireEvent.change(select());
      fireEvent.click(screen.getByRole("button", { name: "Audio" }));
    });
    expect(address()).toBe("/posts?type=Audio&category=Data+Science");
  });

  test("are restored from a shared address", async () => {
    renderApp("/posts?q=pandas&type=video&category=data%20science");
    await card("pandas");
    expect((await box()).value).toBe("pandas");
    expect(pressed()).toBe("Video");
    await waitFor(() => expect(select().value).toBe("Data Science"));
    expect(asked).toEqual(["?q=pandas&type=Video&category=data+science"]);
  });

  test("go back and forward with the history", async () => {
    const { user } = renderApp("/posts?q=git");
    await card("git");
    await user.click(screen.getByRole("button", { name: "Video" }));
    await waitFor(() => expect(pressed()).toBe("Video"));
    act(() => window.history.back());
    await waitFor(() => expect(pressed()).toBe("All"));
    expect(address()).toBe("/posts?q=git");
    act(() => window.history.forward());
    await waitFor(() => expect(pressed()).toBe("Video"));
  });

  test("name the page after the category that it shows", async () => {
    renderApp("/posts?category=data%20science");
    expect(await screen.findByRole("heading", { level: 1, name: "Data Science" })).toBeDefined();
    expect(document.title).toBe("Data Science · Cairn");
  });

  test("without a result offer the whole library, even when a category no longer exists", async () => {
    answerSearch((_q, query) =>
      query.has("category") ? refusal("invalid_input") : found([sampleItem({ title: "All there is" })]),
    );
    const { user } = renderApp("/posts?category=Cobol");
    await screen.findByText("No content available");
    expect(select().value).toBe("Cobol");
    await user.click(screen.getByRole("button", { name: "All posts" }));
    await card("All there is");
    expect(address()).toBe("/posts");
  });
});

describe("a long list", () => {
  const page = (...ids: number[]) => ids.map((id) => sampleItem({ id, title: `Post ${id}` }));
  const more = () => screen.findByRole("button", { name: "Load More" });

  test("continues where it ended, with the focus on the first new card, without duplicates", async () => {
    answerSearch((_q, query) =>
      query.has("cursor") ? found(page(2, 1)) : found(page(3, 2), { next: "after-2" }),
    );
    const { user } = renderApp("/posts");
    await card("Post 3");
    expect(screen.getByText("Showing the first 2 posts")).toBeDefined();
    await user.click(await more());
    await card("Post 1");
    expect(cards()).toEqual(["Post 3", "Post 2", "Post 1"]);
    expect(document.activeElement?.textContent).toBe("Post 1");
    expect(screen.getByText("Showing all 3 posts")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
    expect(asked).toEqual(["", "?cursor=after-2"]);
  });

  test("keeps its items when the next page fails, which can be tried again", async () => {
    let isDown = true;
    answerSearch((_q, query) => {
      if (!query.has("cursor")) return found(page(3, 2), { next: "after-2" });
      return isDown ? refusal("too_many_requests") : found(page(1));
    });
    const { user } = renderApp("/posts");
    await user.click(await more());
    await screen.findByText("More posts could not be loaded.");
    expect(cards()).toEqual(["Post 3", "Post 2"]);
    expect(document.activeElement).toBe(await more());
    isDown = false;
    await user.click(await more());
    await card("Post 1");
    expect(screen.queryByText("More posts could not be loaded.")).toBeNull();
  });

  test("has its former length when the reader comes back from a post", async () => {
    answerSearch((_q, query) =>
      query.has("cursor") ? found(page(1)) : found(page(3, 2), { next: "after-2" }),
    );
    const { user } = renderApp("/posts");
    await user.click(await more());
    await card("Post 1");
    await user.click(screen.getByRole("link", { name: "Log In" }));
    await screen.findByRole("heading", { level: 1, name: "Log In" });
    act(() => window.history.back());
    await card("Post 1");
    expect(cards()).toEqual(["Post 3", "Post 2", "Post 1"]);
  });
});
