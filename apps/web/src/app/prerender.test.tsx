import { searchContent, storageKeys } from "@cairn/contract";
import { act, screen, within } from "@testing-library/react";
import { sampleDetail, sampleItem, sampleReview } from "@tests/support/web/content-samples.ts";
import { answer, server } from "@tests/support/web/fake-api.ts";
import { sampleArticles, sampleVideos } from "@tests/support/web/feed-samples.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { prerender } from "react-dom/static";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "./App.tsx";
import { chunksOf, type RenderedPage, renderAnswers, renderPage, screens } from "./prerender.tsx";

const pages = [
  ["/login", "Log In · Cairn"],
  ["/register", "Register · Cairn"],
] as const;

let root: HTMLElement;

beforeEach(() => {
  root = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  root.remove();
  document.head.replaceChildren();
});

test.each(pages)("%s is a whole page before any script", async (path, title) => {
  const { head, body } = await renderPage(path);
  expect(head).toContain(`<title>${title}</title>`);
  expect(head).toContain('<meta name="description"');
  root.innerHTML = body;
  expect(screen.getByRole("main")).toBeDefined();
  expect(screen.getByRole("heading", { level: 1 }).textContent).not.toBe("");
  // The CSP lets neither of them through.
  expect(root.querySelector("[style], script, style, template")).toBeNull();
});

test.each(["/login", "/register"])("%s puts a password into no address before any script", async (path) => {
  root.innerHTML = (await renderPage(path)).body;
  const forms = [...root.querySelectorAll("form")];
  expect(forms.map(({ method }) => method)).toEqual(["post"]);
  const submits = [...root.querySelectorAll("form button:not([type=button])")];
  expect(submits.map((button) => button.getAttribute("formmethod"))).toEqual(["dialog"]);
});

/** Hydrates the markup at its path, and fails on a mismatch. */
async function hydrate(path: string, { head, body }: RenderedPage) {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const recovered = vi.fn();
  // React's server side leaves its contexts set until it renders again. Only here the browser's side shares them,
  // and it complains about nothing else.
  await prerender(<p />);
  document.head.innerHTML = head;
  root.innerHTML = body;
  window.history.replaceState(null, "", path);
  const heading = screen.getByRole("heading", { level: 1 });

  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  const hydrated = await act(async () => hydrateRoot(root, app, { onRecoverableError: recovered }));
  await act(async () => {});
  expect(screen.getByRole("heading", { level: 1 })).toBe(heading);
  expect(document.querySelectorAll("title")).toHaveLength(1);
  expect(recovered).not.toHaveBeenCalled();
  const real = complaints.mock.calls.filter(([text]) => !String(text).includes("multiple renderers"));
  expect(real).toEqual([]);
  return hydrated;
}

test.each(pages)("%s hydrates without a mismatch", async (path) => {
  const hydrated = await hydrate(path, await renderPage(path));
  act(() => hydrated.unmount());
});

test("/ comes with links to the newest items, and hydrates without asking for them again", async () => {
  const newest = [sampleItem({ id: 9, title: "Newest words" }), sampleItem({ id: 8, title: "Older words" })];
  const asked = vi.fn(() => HttpResponse.json({ items: [], next: null }));
  server.use(answer(searchContent, asked));
  const page = await renderAnswers("landing", "/", { newest });
  expect(page.head).toContain("<title>Verified tech wisdom from the community · Cairn</title>");
  expect(page.body).not.toMatch(/\sstyle=|<script/);
  const hydrated = await hydrate("/", page);
  const row = within(await screen.findByRole("list", { name: "Newest verified posts" }));
  expect(row.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Newest words",
    "Older words",
  ]);
  expect(row.getByRole("link", { name: "Newest words" }).getAttribute("href")).toBe("/posts/9");
  expect(asked).not.toHaveBeenCalled();
  act(() => hydrated.unmount());
});

test("/home hydrates with the page's feeds and keeps them on the device, where a list without a time is reused", async () => {
  const [videos, articles] = [sampleVideos(2), sampleArticles(1)];
  const planted = sampleVideos(3).slice(2);
  localStorage.setItem(storageKeys.videos, JSON.stringify(planted));
  localStorage.setItem(storageKeys.articles, JSON.stringify(sampleArticles(2)));
  localStorage.setItem(storageKeys.articlesAt, String(Date.now() - 1_000));
  const newest = { items: [sampleItem({ title: "The newest" })], next: null };
  const page = await renderAnswers("home", "/home", { newest, videos, articles, comments: null });
  expect(page.body).toContain(videos[0]?.title);
  expect(page.body).toContain("The newest");
  const hydrated = await hydrate("/home", page);
  expect(JSON.parse(localStorage.getItem(storageKeys.videos) ?? "")).toEqual(planted);
  expect(await screen.findByRole("heading", { name: planted[0]?.title })).toBeDefined();
  expect(screen.queryByRole("heading", { name: videos[0]?.title })).toBeNull();
  expect(JSON.parse(localStorage.getItem(storageKeys.articles) ?? "")).toEqual(articles);
  act(() => hydrated.unmount());
});

test.each([
  ["TechWriter", "My Posts"],
  ["Admin", "Users"],
])(
  "a post that is read as %s stays the same page while their own frame comes around it",
  async (role, place) => {
    const item = sampleDetail();
    const comments = { comments: [], total: 0, next: undefined };
    const page = await renderAnswers("post", "/posts/4", {
      item,
      reviews: [sampleReview()],
      comments,
    });
    storeSession({ role });
    answerPost(item);
    const hydrated = await hydrate("/posts/4", page);
    const main = screen.getByRole("main");
    const heading = screen.getByRole("heading", { level: 1 });
    expect(await screen.findAllByRole("link", { name: place })).not.toHaveLength(0);
    expect(screen.getByRole("main")).toBe(main);
    expect(screen.getByRole("heading", { level: 1 })).toBe(heading);
    act(() => hydrated.unmount());
  },
);

test("every screen of the contract has its row in the route table", () => {
  const rows = screens();
  expect(rows.find(({ path }) => path === "/usersdashboard")?.chunks).toEqual([
    "MemberLayout",
    "UsersDashboardPage",
  ]);
  expect(rows.filter(({ path, chunks }) => path !== "*" && chunks.includes("NotFoundPage"))).toEqual([]);
  expect(chunksOf("/no/such/place")).toEqual(["MemberLayout", "NotFoundPage"]);
});
