import {
  screens as addresses,
  type ContentItem,
  type FeedAnswers,
  type PageAnswers,
  type ShownSite,
  screenFile,
} from "@cairn/contract";
import displayFont from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import bodyFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import type { QueryKey } from "@tanstack/react-query";
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { type RouteObject, StaticRouter } from "react-router";
import { authorItemsQuery, authorQuery, authorsNamedQuery } from "../features/authors/authors.queries.ts";
import { commentsQuery } from "../features/comments/comments.queries.ts";
import { newestCommentsQuery } from "../features/comments-carousel/comments-carousel.queries.ts";
import { contentQuery, newestQuery } from "../features/content/content.queries.ts";
import { wordsIn } from "../features/content/item-length.ts";
import { firstLanguage, transcriptQuery } from "../features/content/watching/watching.queries.ts";
import { articlesQuery, videosQuery } from "../features/feeds/feeds.queries.ts";
import { ledgerQuery, logQuery, publicUrlKey } from "../features/ledger/ledger.queries.ts";
import { categoriesQuery, libraryQuery } from "../features/library/library.queries.ts";
import { readFilter } from "../features/library/library-filter.ts";
import { ownPageQuery } from "../features/own-pages/own-pages.queries.ts";
import { reviewsQuery } from "../features/reviews/reviews.queries.ts";
import { seriesQuery } from "../features/series/series.queries.ts";
import { givePageData, type PageData, pageDataElement, textIn } from "../lib/page-data.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { showSite } from "../lib/site.ts";
import { App } from "./App.tsx";
import { matchedScreens, routes } from "./routes.tsx";

/** The built addresses of both font files, for `<link rel="preload" as="font" crossorigin>`. */
export const fontUrls = [displayFont, bodyFont] as const;

/** React's tags for the head, and the page's own HTML. */
export interface RenderedPage {
  head: string;
  body: string;
}

/** A page that was rendered from data, with the element that holds them for hydration. */
export interface RenderedDataPage extends RenderedPage {
  data: string;
}

/** Renders a page from a visitor's answers. Runs in the server's thread of pages, one page after another. */
export async function renderAnswers<Name extends keyof PageAnswers>(
  name: Name,
  path: string,
  answers: PageAnswers[Name],
  site: ShownSite | null = null,
): Promise<RenderedDataPage> {
  showSite(site);
  const { shown, sent } = pageDataOf(name, path, answers);
  return { ...(await renderPage(path, shown)), data: pageDataElement(sent) };
}

/** The page for what is not there, at whichever path. */
export async function renderMissing(
  path: string,
  missing: NonNullable<PageData["missing"]>,
): Promise<RenderedDataPage> {
  const data: PageData = { answers: [], missing };
  return { ...(await renderPage(path, data)), data: pageDataElement(data) };
}

/** Renders a page's HTML for a visitor whose session is not read yet. */
export async function renderPage(path: string, data?: PageData): Promise<RenderedPage> {
  currentQueryClient().clear();
  givePageData(data === undefined ? null : { path: path.replace(/\?.*/s, ""), data });
  const problems: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    {
      // Otherwise React hides large parts and reveals them with an inline script, which the CSP forbids.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void problems.push(error),
    },
  );
  // React would leave out the part that failed and go on.
  if (problems.length > 0) throw problems[0];
  const html = await new Response(prelude).text();
  const head = /^(?:<title>.*?<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}

/** Names of the lazy components that a path shows. */
export const chunksOf = (path: string) => matchedScreens(path).map(({ chunk }) => chunk);

/** Every screen of the site with its lazy components. */
export const screens = () =>
  pathsOf(routes).map((path) => ({ path, chunks: chunksOf(path.replace(/:\w+/g, "1")) }));

/** The screens that have an address, with their files in the built site. */
export const screenFiles = () =>
  Object.entries(addresses).map(([name, path]) => ({
    file: screenFile(name),
    path,
    chunks: chunksOf(path.replace(/:\w+/g, "1")),
  }));

const pathsOf = (rows: RouteObject[]): string[] =>
  rows.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);

/**
 * A page's data twice: as its components show them, and as they stand in the page, without the texts that its markup
 * has. Runs on the server alone.
 */
function pageDataOf<Name extends keyof PageAnswers>(
  name: Name,
  path: string,
  answers: PageAnswers[Name],
): { shown: PageData; sent: PageData } {
  const { shown, sent = shown, ...facts } = dataOf[name](answers, new URL(path, "http://page"));
  return { shown: { answers: shown, ...facts }, sent: { answers: sent, ...facts } };
}

type Answers = PageData["answers"];

const dataOf: {
  [Name in keyof PageAnswers]: (
    answers: PageAnswers[Name],
    address: URL,
  ) => { shown: Answers; sent?: Answers } & Pick<PageData, "newest">;
} = {
  landing: ({ newest }) => ({ shown: [], newest: newest.map(shortened) }),

  post({ item: whole, reviews, seenBy, comments, transcript }) {
    const item = { ...whole, body: "", words: wordsIn(whole.body) };
    const data = (withItem: unknown, withComments: unknown): Answers => [
      [contentQuery(item.id).queryKey, withItem],
      [reviewsQuery(item.id).queryKey, { reviews, seenBy }],
      firstPage(commentsQuery(item.id).queryKey, withComments),
      ...(transcript
        ? [[transcriptQuery(item, firstLanguage(item) ?? "").queryKey, transcript] as const]
        : []),
    ];
    const sentComments = comments.comments.map((comment) => ({
      ...comment,
      // The source is for its author's editor, and a member fetches the comments again.
      body: "",
      body_html: textIn(`comment-${comment.id}`),
    }));
    return {
      shown: data(item, comments),
      sent: data({ ...item, body_html: textIn("item") }, { ...comments, comments: sentComments }),
    };
  },

  author: ({ author, items }) => ({
    shown: [
      [authorQuery(author.id).queryKey, author, true],
      firstPage(authorItemsQuery(author.id).queryKey, { ...items, items: items.items.map(shortened) }),
    ],
  }),

  series: ({ series }) => ({
    // A part shows nothing of its text.
    shown: [[seriesQuery(series.id).queryKey, { ...series, items: series.items.map(withoutText) }]],
  }),

  library: ({ found, authors, categories }, { searchParams }) => ({
    shown: [
      [authorsNamedQuery(readFilter(searchParams).q).queryKey, { items: authors }, true],
      firstPage(
        libraryQuery(readFilter(searchParams)).queryKey,
        { ...found, items: found.items.map(shortened) },
        searchParams.get("cursor"),
      ),
      [categoriesQuery.queryKey, categories, true],
    ],
  }),

  ledger: ({ page, publicUrl, log }, { searchParams }) => ({
    shown: [
      firstPage(ledgerQuery.queryKey, page, searchParams.get("cursor")),
      [publicUrlKey, publicUrl, true],
      [logQuery.queryKey, log, true],
    ],
  }),

  home: ({ comments, ...answers }) => ({
    shown: [
      ...feedData(answers),
      ...(comments ? [[newestCommentsQuery(comments.of).queryKey, comments.comments, true] as const] : []),
    ],
  }),

  feedPage: (answers) => ({ shown: feedData(answers) }),

  about({ page: { slug, ...whole }, description }) {
    const data = (body_html: unknown): Answers => [
      [ownPageQuery(slug).queryKey, { ...whole, slug, body: "", body_html, description }, true],
    ];
    return { shown: data(whole.body_html), sent: data(textIn("own-page")) };
  },
};

const feedData = ({ newest, videos, articles }: FeedAnswers): Answers => [
  [newestQuery.queryKey, { items: newest.items.map(shortened), isAll: newest.next === null }, true],
  [videosQuery.queryKey, videos, true],
  [articlesQuery.queryKey, articles, true],
];

/** One page of an infinite query; without a cursor its first. */
const firstPage = (
  key: QueryKey,
  page: unknown,
  cursor: string | null = null,
): readonly [QueryKey, unknown] => [key, { pages: [page], pageParams: [cursor ?? undefined] }];

const withoutText = (item: ContentItem) => ({ ...item, body: "", excerpt: "" });

/** A card needs only the word count of the Markdown. */
const shortened = (item: ContentItem) => ({ ...item, body: "", words: wordsIn(item.body) });
