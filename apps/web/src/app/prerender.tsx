import displayFont from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import bodyFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { type RouteObject, StaticRouter } from "react-router";
import { givePageData, type PageData, pageDataElement } from "../lib/page-data.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { App } from "./App.tsx";
import { type PageAnswers, pageDataOf } from "./page-answers.ts";
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
): Promise<RenderedDataPage> {
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

const pathsOf = (rows: RouteObject[]): string[] =>
  rows.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);
