import { type ContentItem, type Media, postPath } from "@cairn/contract";
import { generateRssFeed } from "feedsmith";
import { escapeHtml } from "../../lib/escape-html.ts";
import { drawnLook } from "../../lib/site-look.ts";
import { tightXml, validXml } from "../../lib/valid-xml.ts";
import { type Making, publishedOf } from "./atom-feed.ts";
import type { Show } from "./feed-kinds.ts";
import { artPath } from "./podcast-art.ts";
import { podcastGuid } from "./podcast-guid.ts";

/** The stored file's key in an address. */
export const keyOf = ({ url }: Media): string => url.replace(/^.*\//, "");

/** `sizes`: bytes by the keys of files. */
export function podcastFeed(
  items: readonly ContentItem[],
  sizes: ReadonlyMap<string, number>,
  { show, title, page, path, publicUrl, idOf, site }: Making & { readonly show: Show },
): string {
  const [language = "en", ...others] = new Set(items.map((item) => item.language));
  const xml = generateRssFeed({
    title,
    link: publicUrl + page,
    description: show.description,
    language: others.length === 0 ? language : "en",
    atom: { links: [{ rel: "self", href: publicUrl + path, type: "application/rss+xml" }] },
    itunes: {
      author: show.author,
      categories: [{ text: "Education" }],
      image: publicUrl + artPath(show, drawnLook(site())),
      explicit: false,
      type: show.isSerial ? "serial" : "episodic",
    },
    podcast: { guid: podcastGuid(publicUrl + path), locked: { value: false }, medium: "podcast" },
    items: items.flatMap((item) => {
      const bytes = item.media && sizes.get(keyOf(item.media));
      if (!item.media || !bytes || !/^(?:audio|video)\//.test(item.media.type)) return [];
      const { url, type, duration_seconds: seconds } = item.media;
      const link = publicUrl + postPath(item.id);
      return {
        title: item.title,
        link,
        // Programs read it as HTML.
        description: escapeHtml(item.excerpt),
        guid: { value: idOf(postPath(item.id)), isPermaLink: false },
        pubDate: publishedOf(item),
        enclosures: [{ url: publicUrl + url, length: bytes, type }],
        itunes: {
          author: item.author_name,
          explicit: false,
          ...(seconds !== null && { duration: Math.round(seconds) }),
          // The two kinds that directories take.
          ...(item.cover && /\/(?:png|jpeg)$/.test(item.cover.type) && { image: publicUrl + item.cover.url }),
          ...(show.isSerial && item.series && { episode: item.series.position }),
        },
        podcast: {
          transcripts: (item.captions ?? []).map((track) => ({
            url: publicUrl + track.url,
            type: "text/vtt",
            language: track.language,
          })),
          ...(item.chapters?.length && {
            chapters: {
              url: `${publicUrl}/content/${item.id}/chapters.json`,
              type: "application/json+chapters",
            },
          }),
        },
      };
    }),
  });
  // The library writes the older form.
  return validXml(tightXml(xml).replaceAll("<itunes:explicit>no<", "<itunes:explicit>false<"));
}
