import { type ContentItem, postPath } from "@cairn/contract";
import { generateAtomFeed } from "feedsmith";
import { escapeHtml } from "../../lib/escape-html.ts";
import { logoPath, type Site } from "../../lib/site-look.ts";
import { tightXml, validXml } from "../../lib/valid-xml.ts";
import type { FeedOf } from "./feed-kinds.ts";
import type { FeedIds } from "./syndication.service.ts";

/** What a feed is made of beside its items. */
export interface Making extends FeedOf {
  readonly path: string;
  readonly publicUrl: string;
  readonly idOf: FeedIds;
  readonly site: Site;
}

export const publishedOf = (item: ContentItem): Date => new Date(item.published_at ?? item.created_at);

/** `approvals`: when the revision of each item that readers see was approved. */
export function atomFeed(
  items: readonly ContentItem[],
  approvals: ReadonlyMap<number, Date>,
  { title, page, path, publicUrl, idOf, site }: Making,
): string {
  // An item that was withdrawn in the meantime has no approval; the feed is about to be rebuilt without it.
  const updatedOf = (item: ContentItem) => approvals.get(item.id) ?? publishedOf(item);
  const xml = generateAtomFeed({
    id: idOf(path === "/feed.xml" ? "/" : path),
    title: { value: title },
    subtitle: { value: "Verified tech content: checked by a named person, revision by revision." },
    links: [
      { rel: "alternate", href: publicUrl + page },
      { rel: "self", href: publicUrl + path },
    ],
    icon: publicUrl + (logoPath(site(), "icon-192") ?? "/favicon.svg"),
    rights: { value: `© 2025 ${site().name}` },
    updated: new Date(Math.max(0, ...items.map((item) => updatedOf(item).getTime()))),
    entries: items.map((item) => ({
      id: idOf(postPath(item.id)),
      links: [{ href: publicUrl + postPath(item.id) }],
      title: { value: escapeHtml(item.title), type: "html" },
      summary: { value: escapeHtml(item.excerpt), type: "html" },
      authors: [{ name: item.author_name }],
      categories: [
        { label: item.category_name, term: item.category_name },
        ...(item.standing === null ? [] : [{ term: item.standing, scheme: `${publicUrl}/standing` }]),
      ],
      updated: updatedOf(item),
      published: publishedOf(item),
      xml: { lang: item.language },
    })),
  });
  return validXml(tightXml(xml));
}
