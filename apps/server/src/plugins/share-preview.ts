/** What a shared link to an item shows before anybody opens it. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly publishedAt: string | null;
  /** Path of a picture on this site; null without one. */
  readonly image: string | null;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const attribute = (value: string) =>
  value.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

/** The shell with the item's title and preview in place of the general title. */
export function withPreview(shell: string, preview: Preview, address: string, publicUrl: string): string {
  const properties: [string, string | null][] = [
    ["og:site_name", "Cairn"],
    ["og:type", "article"],
    ["og:url", address],
    ["og:title", preview.title],
    ["og:description", preview.description],
    ["og:image", preview.image && publicUrl + preview.image],
    ["article:author", preview.author],
    ["article:published_time", preview.publishedAt],
  ];
  const tags = [
    `<title>${attribute(preview.title)} · Cairn</title>`,
    `<link rel="canonical" href="${attribute(address)}">`,
    `<meta name="description" content="${attribute(preview.description)}">`,
    `<meta name="twitter:card" content="${preview.image ? "summary_large_image" : "summary"}">`,
    ...properties.flatMap(([name, value]) =>
      value === null ? [] : [`<meta property="${name}" content="${attribute(value)}">`],
    ),
  ];
  // A function: the title may hold `$&` and the like.
  return shell.replace(/<title>.*?<\/title>/s, () => tags.join("\n    "));
}
