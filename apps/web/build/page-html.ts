import type { FirstView } from "./first-view.ts";

interface PageHtml {
  /** Tags that the page itself asks for. */
  head: string;
  /** Null for a page that is not prerendered. */
  body: string | null;
  /** Element with the data that the page was rendered from; none for a page without. */
  data?: string;
  view: FirstView;
  fonts: readonly string[];
  /** Addresses of scripts that run before the first paint. */
  early?: readonly string[];
}

/** Inserts a page into the built index.html, with tags that load everything its first view needs in parallel. */
export function pageHtml(
  template: string,
  { head, body, data = "", view, fonts, early = [] }: PageHtml,
): string {
  const missing = (file: string) => !template.includes(`/${file}"`);
  const tags = [
    head,
    ...early.map((src) => `<script src="${src}"></script>`),
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...view.styles.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...view.scripts.filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  const root = body === null ? `<div id="root">` : `<div id="root" data-prerendered>`;
  // Replacements are functions, because `$&` and similar sequences are special in replacement strings.
  return template
    .replace("<!--head-->", () => tags.join("\n    "))
    .replace(`<div id="root">`, () => root)
    .replace("<!--data-->", () => data)
    .replace("<!--page-->", () => body ?? "<noscript>This screen of Cairn needs JavaScript.</noscript>");
}
