import { escapeHtml } from "./escape-html.ts";

/** The preview that a shared link shows. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** null for a page that is not an item. */
  readonly author: string | null;
  readonly publishedAt: string | null;
  /** Path of an image on this site; null without one. That of an item is drawn for previews. */
  readonly image: string | null;
  /** Path of the picture that the item itself shows; null without one. */
  readonly ownImage: string | null;
}

/** The fields of an item, empty: for previews of other pages. */
export const noItem = { author: null, publishedAt: null, image: null, ownImage: null } as const;

export const ledgerPreview = (siteName: string): Preview => ({
  ...noItem,
  title: "Ledger",
  description: `Every decision about every post on ${siteName}, in a chain of hashes that anybody can check.`,
});

const separator = "\n    ";

/** Tags of the image that is drawn for an item. */
const drawnImage = (title: string): [string, string][] => [
  ["og:image:type", "image/png"],
  ["og:image:width", "1200"],
  ["og:image:height", "630"],
  ["og:image:alt", title],
];

/** The site that a page is of. */
export interface SiteOfPage {
  readonly publicUrl: string;
  readonly siteName: string;
}

/** The tags of a page's preview besides its title and description, and its canonical address. */
export function shareTags(preview: Preview, address: string, { publicUrl, siteName }: SiteOfPage): string {
  const properties: [string, string | null][] = [
    ["og:site_name", siteName],
    ["og:type", preview.author === null ? "website" : "article"],
    ["og:url", address],
    ["og:title", preview.title],
    ["og:description", preview.description],
    ["og:image", preview.image && publicUrl + preview.image],
    ...(preview.author === null || preview.image === null ? [] : drawnImage(preview.title)),
    ["article:author", preview.author],
    ["article:published_time", preview.publishedAt],
  ];
  const tags = [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    `<meta name="twitter:card" content="${preview.image ? "summary_large_image" : "summary"}">`,
    ...properties.flatMap(([name, value]) =>
      value === null ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
    ),
  ];
  return tags.join(separator);
}

/** The shell with the page's title and preview in place of the general title. */
export function withPreview(shell: string, preview: Preview, address: string, site: SiteOfPage): string {
  const tags = [
    `<title>${escapeHtml(preview.title)} · ${escapeHtml(site.siteName)}</title>`,
    `<meta name="description" content="${escapeHtml(preview.description)}">`,
    shareTags(preview, address, site),
  ];
  // A function, because the title may hold `$&` and the like.
  return shell.replace(/<title>.*?<\/title>/s, () => tags.join(separator));
}
