import type { FirstView } from "./first-view.ts";

interface PageHtml {
  /** Tags that the page itself asks for. */
  head: string;
  /** Null for a page that is not prerendered. */
  body: string | null;
  /** Element with the data that the page was rendered from; none for a page without. */
  data?: string;
  view: FirstView;
  /** Scripts of the view that every screen has. */
  shared: readonly string[];
  fonts: readonly string[];
  /** For a page that is shown before the application is there. */
  start?: Start;
}

interface Start {
  /** Address of the script that runs before the first paint (src/app/start.js). */
  src: string;
  /** The page loads the application itself, because it can do nothing without: a form. */
  isEager?: boolean;
  /** Writers and admins have their own navigation around it. */
  isShared?: boolean;
}

/** Inserts a page into the built index.html, with tags that load everything its first view needs in parallel. */
export function pageHtml(
  template: string,
  { head, body, data = "", view, shared, fonts, start }: PageHtml,
): string {
  const missing = (file: string) => !template.includes(`/${file}"`);
  const addresses = (files: readonly string[]) => files.map((file) => `/${file}`).join(" ");
  const isLate = start !== undefined && !start.isEager;
  const frame = isLate ? template.replace(applicationTags, "") : template;
  const begins = isLate
    ? ` data-scripts="${addresses(view.scripts)}" data-shared="${addresses(shared)}"${start.isShared ? " data-studio" : ""}`
    : "";
  const preloads = isLate ? [] : view.scripts.filter(missing);
  const isShared = (file: string) => shared.includes(file);
  const tags = [
    head,
    ...(start ? [`<script src="${start.src}"${begins} data-fonts="${fonts.join(" ")}"></script>`] : []),
    ...preloads.filter(isShared).map(preload),
    ...view.styles.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ];
  // The screen's own come after what the application begins with: browsers have few connections.
  const ownScripts = preloads.filter((file) => !isShared(file)).map((file) => `${preload(file)}\n  `);
  // The start script knows whether the line is fast enough for them.
  const preloaded = start ? [] : fonts;
  const fontTags = preloaded.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">\n  `,
  );
  const root = body === null ? `<div id="root">` : `<div id="root" data-prerendered>`;
  // Replacements are functions, because `$&` and similar sequences are special in replacement strings.
  return (
    frame
      .replace("<!--head-->", () => tags.join("\n    "))
      // After the styles, which the first paint waits for: until a font is there, its text shows in the fallback.
      .replace("</head>", () => `  ${[...ownScripts, ...fontTags].join("  ")}</head>`)
      .replace(`<div id="root">`, () => root)
      .replace("<!--data-->", () => data)
      .replace("<!--page-->", () => body ?? "<noscript>This screen of Cairn needs JavaScript.</noscript>")
  );
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

/** The tags of the built index.html that load the application. */
const applicationTags = /[ \t]*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)\n?/g;
