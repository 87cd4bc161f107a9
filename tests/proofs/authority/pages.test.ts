import { afterAll, beforeAll, expect, test } from "vitest";
import { cardPath } from "../../../apps/server/src/modules/content/cards/card-address.ts";
import { arrangeItems, insertSeries } from "../../../apps/server/src/modules/series/series.repository.ts";
import { buildTestApp, builtSite, registerMember, type TestApp } from "../../support/server/app.ts";
import { decide, editItem, makeItem } from "../../support/server/content.ts";
import { type Callers, callers, makeCallers } from "./callers.ts";

/** Promise 10, for pages, feeds, the sitemap and pictures of shared links: a page knows nobody, so each is one row for all. */

const states = ["draft", "waiting", "flagged", "flagged later", "removed"] as const;
type State = (typeof states)[number];

let app: TestApp;
let world: Callers;
/** What is not public: by state, the item and the address of its picture. */
const hidden = new Map<State, { id: number; card: string }>();
let place: {
  author: number;
  hiddenAuthor: number;
  item: number;
  category: number;
  series: number;
  hiddenSeries: number;
};

/** Stands in the titles, texts and labels of what is not public, and in the name of an author without public items. */
const secret = "quagga";
const shown = "A lighthouse";
/** In all titles, so that a search finds them. */
const common = "obelisk";

beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false }, builtSite);
  world = await makeCallers(app);
  const author = await registerMember(app, "TechWriter");
  const hiddenAuthor = await registerMember(app, "TechWriter");
  await app.call("PATCH", "/profiles/me", {
    token: hiddenAuthor.access_token,
    body: { name: `Nina ${secret}` },
  });
  const token = world.reviewer.access_token;
  const { body: category } = await app.call("POST", "/admin/categories", {
    token,
    body: { name: "Lamps", description: "Of towers." },
  });
  const facts = { authorId: author.user_id, reviewerId: world.reviewer.user_id, categoryId: category.id };
  const words = { title: `${secret} ${common}`, body: `About the ${secret}.`, appliesTo: [`${secret} 1`] };

  const item = await makeItem(app, { ...facts, title: `${shown} ${common}` });
  await editItem(app, item, `${secret} ${common}`);
  for (const state of states) {
    const isPublicFirst = state === "removed" || state === "flagged later";
    const status = { draft: "Draft", waiting: "Pending", flagged: "Flagged" } as const;
    const id = await makeItem(app, {
      ...facts,
      ...words,
      ...(state === "draft" && { authorId: hiddenAuthor.user_id }),
      status: isPublicFirst ? "Published" : status[state as keyof typeof status],
    });
    const { body: view } = await app.call("GET", `/content/${id}`, { token });
    hidden.set(state, { id, card: cardPath(view) });
    if (!isPublicFirst) continue;
    // Readers have had all of it: pages and the picture are kept.
    await app.call("POST", `/content/${id}/comments`, { token, body: { body: `What a ${secret}!` } });
    for (const path of [`/posts/${id}`, "/posts", cardPath(view)])
      expect((await load(path)).status).toBe(200);
    const decision = state === "removed" ? "removed" : "flagged";
    await decide(app, id, {
      reviewerId: world.reviewer.user_id,
      decision,
      revision: 1,
      reason: `No ${secret}.`,
    });
  }
  const inSeries = (title: string, authorId: number, ids: number[]) =>
    app.db.transaction(async (tx) => {
      const id = await insertSeries(tx, { authorId, title, description: "", createdAt: new Date() });
      await arrangeItems(tx, id, ids);
      return id;
    });
  place = {
    author: author.user_id,
    hiddenAuthor: hiddenAuthor.user_id,
    item,
    category: category.id,
    series: await inSeries("Towers", author.user_id, [item, idOf("waiting")]),
    hiddenSeries: await inSeries(`${secret} tales`, hiddenAuthor.user_id, [idOf("draft")]),
  };
});
afterAll(() => app.close());

const idOf = (state: State): number => hidden.get(state)?.id ?? 0;

const load = (path: string, token?: string) =>
  app.call("GET", path, { headers: { accept: "text/html" }, ...(token && { token }) });

interface Row {
  readonly page: string;
  readonly path: () => string;
  readonly status: number;
  /** Whether the public item stands in it, by its title or its address. */
  readonly hasItem?: true;
}

const pageOf = (state: State, status: number): Row => ({
  page: `the page of an item that is ${state}`,
  path: () => `/posts/${idOf(state)}`,
  status,
});
const cardOf = (state: State, status: number): Row => ({
  page: `the picture of an item that is ${state}`,
  path: () => hidden.get(state)?.card ?? "",
  status,
});

const rows: readonly Row[] = [
  { page: "the landing page", path: () => "/", status: 200 },
  { page: "the library", path: () => "/posts", status: 200, hasItem: true },
  { page: "a search", path: () => `/posts?q=${common}`, status: 200, hasItem: true },
  { page: "the library by type", path: () => "/posts?type=Article", status: 200, hasItem: true },
  {
    page: "the library by category",
    path: () => `/posts?category=${place.category}`,
    status: 200,
    hasItem: true,
  },
  { page: "the library by language", path: () => "/posts?language=en", status: 200, hasItem: true },
  { page: "the ledger", path: () => "/ledger", status: 200, hasItem: true },
  { page: "a public item", path: () => `/posts/${place.item}`, status: 200, hasItem: true },
  pageOf("draft", 404),
  pageOf("waiting", 404),
  pageOf("flagged", 404),
  pageOf("flagged later", 404),
  pageOf("removed", 410),
  { page: "an author", path: () => `/authors/${place.author}`, status: 200, hasItem: true },
  { page: "an author without public items", path: () => `/authors/${place.hiddenAuthor}`, status: 404 },
  { page: "a series", path: () => `/series/${place.series}`, status: 200, hasItem: true },
  { page: "a series without public items", path: () => `/series/${place.hiddenSeries}`, status: 404 },
  { page: "a member's home", path: () => "/home", status: 200, hasItem: true },
  { page: "the feed", path: () => "/feed", status: 200, hasItem: true },
  { page: "the feed page", path: () => "/feedpage", status: 200, hasItem: true },
  { page: "the Atom feed", path: () => "/feed.xml", status: 200, hasItem: true },
  {
    page: "an author's Atom feed",
    path: () => `/authors/${place.author}/feed.xml`,
    status: 200,
    hasItem: true,
  },
  {
    page: "the Atom feed of an author without public items",
    path: () => `/authors/${place.hiddenAuthor}/feed.xml`,
    status: 404,
  },
  {
    page: "a category's Atom feed",
    path: () => `/categories/${place.category}/feed.xml`,
    status: 200,
    hasItem: true,
  },
  { page: "the podcast", path: () => "/podcast.xml", status: 200 },
  { page: "an author's podcast", path: () => `/authors/${place.author}/podcast.xml`, status: 200 },
  {
    page: "the podcast of an author without public items",
    path: () => `/authors/${place.hiddenAuthor}/podcast.xml`,
    status: 404,
  },
  { page: "a series' podcast", path: () => `/series/${place.series}/podcast.xml`, status: 200 },
  {
    page: "the podcast of a series without public items",
    path: () => `/series/${place.hiddenSeries}/podcast.xml`,
    status: 404,
  },
  { page: "the sitemap", path: () => "/sitemap.xml", status: 200, hasItem: true },
  { page: "what robots are told", path: () => "/robots.txt", status: 200 },
  cardOf("draft", 404),
  cardOf("waiting", 404),
  cardOf("flagged", 404),
  cardOf("flagged later", 404),
  cardOf("removed", 410),
];

test.each(rows)(
  "$page has nothing of what is not public, for any caller",
  async ({ path, status, hasItem }) => {
    const visitors = await load(path());
    expect(visitors.status).toBe(status);
    const text = String(visitors.body);
    expect(text.toLowerCase()).not.toContain(secret);
    if (status === 200) {
      for (const { id } of hidden.values()) expect(text).not.toMatch(new RegExp(`/posts/${id}(?!\\d)`));
    }
    if (hasItem) expect(text).toMatch(new RegExp(`${shown}|/posts/${place.item}(?!\\d)`));
    for (const caller of callers) {
      const answer = await load(path(), world.tokens[caller]);
      expect({ caller, status: answer.status }).toEqual({ caller, status });
      expect(String(answer.body).toLowerCase()).not.toContain(secret);
    }
  },
);
