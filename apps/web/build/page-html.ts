import type { FirstView } from "./first-view.ts";

interface PageHtml {
  /** Tags that the page itself asks for. */
  head: string;
  /** Null for a page that only the browser can make. */
  body: string | null;
  view: FirstView;
  fonts: readonly string[];
}

/** Puts a page into the built index.html, with everything its first view needs asked for at once. */
export function pageHtml(template: string, { head, body, view, fonts }: PageHtml): string {
  const missing = (file: string) => !template.includes(`/${file}"`);
  const tags = [
    head,
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...view.styles.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...view.scripts.filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  const root = body === null ? `<div id="root">` : `<div id="root" data-prerendered>`;
  // Functions: in a plain replacement text `$&` and its kind have a meaning.
  return template
    .replace("<!--head-->", () => tags.join("\n    "))
    .replace(`<div id="root">`, () => root)
    .replace("<!--page-->", () => body ?? "<noscript>This screen of Cairn needs JavaScript.</noscript>");
}
