import { getFeedArticle } from "@cairn/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { answerFeeds, sampleArticle, sampleVideo } from "@tests/support/web/feed-samples.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => {
  answerFeeds({
    videos: [sampleVideo(1), sampleVideo(2, { link: "https://example.org/talk" })],
    articles: [sampleArticle(7)],
  });
  answerArticle("<p>The whole text.</p>");
});

const answerArticle = (body_html: string) =>
  server.use(answer(getFeedArticle, () => HttpResponse.json({ ...sampleArticle(7), body_html })));

/** Opens an item of the feed page by its title, and answers its modal. */
async function open(title: string) {
  const { user } = renderApp("/feedpage");
  const [opener] = await screen.findAllByRole("button", { name: title });
  if (opener) await user.click(opener);
  return { user, modal: within(screen.getByRole("dialog", { name: title })) };
}

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("a video's modal", () => {
  test("plays the video by its id from youtube-nocookie, in a sandboxed frame", async () => {
    const { modal } = await open("Video 1");
    const frame = await modal.findByTitle<HTMLIFrameElement>("Video: Video 1");
    expect(frame.src).toBe("https://www.youtube-nocookie.com/embed/aqz-KE-b01Q?autoplay=1&rel=0");
    expect(frame.getAttribute("sandbox")?.split(" ")).not.toContain("allow-top-navigation");
    expect(frame.getAttribute("allow")).toBe("autoplay; encrypted-media; fullscreen; picture-in-picture");
    expect(frame.getAttribute("referrerpolicy")).toBe("strict-origin");
  });

  test("has a 'Watch the video here' link when the address is not a video site's", async () => {
    const { modal } = await open("Video 2");
    const link = modal.getByRole("link", { name: /^Watch the video here/ });
    expect(link).toMatchObject({
      href: "https://example.org/talk",
      target: "_blank",
      rel: "noopener noreferrer",
    });
    expect(document.querySelector("iframe")).toBeNull();
  });

  test("shows author, the date on the reader's clock, source and description", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    const { modal } = await open("Video 1");
    expect(modal.getByText("Northbank Engineering")).toBeDefined();
    expect(modal.getByText("Fullstack Development · 2 Oct 2025 · youtube.com")).toBeDefined();
    expect(modal.getByText("What video 1 is about")).toBeDefined();
  });
});

describe("an article's modal", () => {
  test("shows 'Loading article details...' until the text is there", async () => {
    const gate = holdBack(getFeedArticle, () =>
      HttpResponse.json({ ...sampleArticle(7), body_html: "<p>Here it is.</p>" }),
    );
    const { modal } = await open("Article 7");
    expect(await modal.findByText("Loading article details...")).toBeDefined();
    expect(modal.getByText("Ines Carvalho")).toBeDefined();
    gate.open();
    expect(await modal.findByText("Here it is.")).toBeDefined();
    expect(modal.queryByText("Loading article details...")).toBeNull();
  });

  test("asks for its own article by id", async () => {
    const asked: string[] = [];
    server.use(
      answer(getFeedArticle, ({ request }) => {
        asked.push(new URL(request.url).pathname);
        return HttpResponse.json({ ...sampleArticle(7), body_html: "<p>Text.</p>" });
      }),
    );
    const { modal } = await open("Article 7");
    await modal.findByText("Text.");
    expect(asked).toEqual(["/api/feeds/articles/7"]);
  });

  test("shows hostile HTML without scripts, external loads or styles", async () => {
    answerArticle(
      '<p onclick="alert(1)">Safe words</p><script>alert(1)</script><img src=x onerror=alert(1)>' +
        '<iframe src="https://example.org"></iframe><a href="javascript:alert(1)">link</a><p class="verified">mark</p>',
    );
    const { modal } = await open("Article 7");
    const text = (await modal.findByText("Safe words")).parentElement;
    expect(text?.querySelector("script, iframe, [onclick], [onerror], [href], .verified")).toBeNull();
  });

  test("that could not be loaded shows the reason, and can be tried again", async () => {
    server.use(answer(getFeedArticle, () => refusal("feed_unreachable"), { once: true }));
    const { user, modal } = await open("Article 7");
    expect((await modal.findByRole("alert")).textContent).toContain(
      "The article could not be loaded. Please try again later.",
    );
    await user.click(modal.getByRole("button", { name: "Try again" }));
    expect(await modal.findByText("The whole text.")).toBeDefined();
  });

  test("links to the full article where it was published", async () => {
    const { modal } = await open("Article 7");
    expect(modal.getByRole("link", { name: /^Read the full article/ })).toMatchObject({
      href: "https://dev.to/ines/article-7",
      target: "_blank",
      rel: "noopener noreferrer",
    });
  });
});

describe.each(["Video 1", "Article 7"])("the modal of %s", (title) => {
  test("shows two made-up comments, labelled as samples", async () => {
    const { modal } = await open(title);
    const comments = within(modal.getByRole("region", { name: "Comments" }));
    expect(comments.getByText("Samples")).toBeDefined();
    const entries = comments.getAllByRole("listitem");
    expect(entries).toHaveLength(2);
    for (const entry of entries) expect(within(entry).getByText("Sample")).toBeDefined();
  });

  test("is closed by the × button", async () => {
    const { user, modal } = await open(title);
    await user.click(modal.getByRole("button", { name: "Close" }));
    await gone();
    expect(window.location.pathname).toBe("/feedpage");
  });

  test("stays open when a newer list no longer has the item", async () => {
    await open(title);
    for (const key of ["videos", "articles"]) {
      window.localStorage.setItem(key, "[]");
      act(() => window.dispatchEvent(new StorageEvent("storage", { key })));
    }
    await waitFor(() => expect(screen.queryAllByRole("article", { hidden: true })).toHaveLength(0));
    expect(screen.getByRole("dialog", { name: title })).toBeDefined();
  });

  test("is closed by Back and opened again by Forward", async () => {
    await open(title);
    act(() => window.history.back());
    await gone();
    expect(window.location.pathname).toBe("/feedpage");
    act(() => window.history.forward());
    expect(await screen.findByRole("dialog", { name: title })).toBeDefined();
  });
});

test("a modal is closed by Escape, and a second Escape does not leave the page", async () => {
  await open("Article 7");
  const entries = window.history.length;
  const dialog = screen.getByRole("dialog");
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  fireEvent(dialog, new Event("close"));
  await gone();
  await waitFor(() => expect(window.history.state).not.toHaveProperty("opened"));
  expect(window.location.pathname).toBe("/feedpage");
  expect(window.history.length).toBe(entries);
});
