import { authorPath, type ContentDetail } from "@cairn/contract";
import type { Preview } from "../../plugins/share-preview.ts";

/** The item in the words of schema.org, as an element for the head. The browser does not run it. */
export function structuredDataElement(
  item: Pick<ContentDetail, "content_type" | "author_id" | "media" | "created_at">,
  { title, description, author, publishedAt, image }: Preview,
  address: string,
  publicUrl: string,
): string {
  const absolute = (path: string) => publicUrl + path;
  const { media } = item;
  const published = publishedAt ?? item.created_at;
  const file = media && {
    contentUrl: absolute(media.url),
    encodingFormat: media.type,
    ...(media.duration_seconds !== null && { duration: `PT${media.duration_seconds}S` }),
  };
  const shared = {
    "@context": "https://schema.org",
    url: address,
    description,
    datePublished: published,
    author: { "@type": "Person", name: author, url: absolute(authorPath(item.author_id)) },
    publisher: { "@type": "Organization", name: "Cairn", url: absolute("/") },
  };
  const thumbnail = image && { thumbnailUrl: absolute(image) };
  const data = {
    Article: { "@type": "TechArticle", headline: title, ...(image && { image: absolute(image) }) },
    Video: { "@type": "VideoObject", name: title, uploadDate: published, ...thumbnail, ...file },
    Audio: { "@type": "AudioObject", name: title, uploadDate: published, ...thumbnail, ...file },
  }[item.content_type];
  const json = JSON.stringify({ ...shared, ...data }).replaceAll("<", "\\u003c");
  return `<script type="application/ld+json">${json}</script>`;
}
