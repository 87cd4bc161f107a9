import displayFont from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import bodyFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { type RouteObject, StaticRouter } from "react-router";
import { App } from "./App.tsx";
import { matchedScreens, routes } from "./routes.tsx";

/** The built addresses of both font files, for `<link rel="preload" as="font" crossorigin>`. */
export const fontUrls = [displayFont, bodyFont] as const;

/** React's tags for the head, and the page's own HTML. */
export interface RenderedPage {
  head: string;
  body: string;
}

/** Renders a page's HTML for a visitor whose session is not read yet. Runs at build time. */
export async function renderPage(path: string): Promise<RenderedPage> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // Otherwise React hides large parts and reveals them with an inline script, which the CSP forbids.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
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
