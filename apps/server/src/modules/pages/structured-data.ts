import {
  authorPath,
  type ContentDetail,
  type ContentType,
  embedPlayer,
  postPath,
  type Series,
  type Standing,
  seriesPath,
  type Transcript,
} from "@cairn/contract";
import type { Preview, SiteOfPage } from "../../lib/share-preview.ts";

const standingWords: Record<Standing, string> = {
  verified: "Verified",
  due: "Due",
  outdated: "Outdated",
  superseded: "Superseded",
};

const typeWords: Record<ContentType, string> = {
  Article: "TechArticle",
  Video: "VideoObject",
  Audio: "AudioObject",
};

const element = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** The same for a series, with its items in their order. */
export function seriesElement(
  { id, title, author, items }: Series,
  description: string,
  publicUrl: string,
): string {
  return element({
    "@context": "https://schema.org",
    "@type": "CreativeWorkSeries",
    name: title,
    url: publicUrl + seriesPath(id),
    description,
    author: { "@type": "Person", name: author.name, url: publicUrl + authorPath(author.id) },
    hasPart: items.map((item, index) => ({
      "@type": typeWords[item.content_type],
      position: index + 1,
      name: item.title,
      url: publicUrl + postPath(item.id),
    })),
  });
}

/** The item in the words of schema.org, as an element for the head. The browser does not run it. */
export function structuredDataElement(
  item: Pick<
    ContentDetail,
    | "content_type"
    | "language"
    | "author_id"
    | "media"
    | "embed"
    | "created_at"
    | "good_until"
    | "standing"
    | "chapters"
    | "duration"
  > & { readonly transcript?: Transcript | undefined },
  { title, description, author, publishedAt, image: drawn, ownImage }: Preview,
  address: string,
  { publicUrl, siteName }: SiteOfPage,
): string {
  const absolute = (path: string) => publicUrl + path;
  const { media, embed, chapters = [] } = item;
  const image = ownImage ?? drawn;
  const published = publishedAt ?? item.created_at;
  const played = {
    ...(item.transcript && { transcript: item.transcript.cues.map(({ text }) => text).join("\n") }),
    ...(chapters.length > 0 && {
      hasPart: chapters.map(({ at, title: name }, index) => {
        const end = chapters[index + 1]?.at ?? item.duration ?? null;
        return {
          "@type": "Clip",
          name,
          startOffset: at,
          ...(end !== null && { endOffset: end }),
          url: `${address}?t=${Math.floor(at)}`,
        };
      }),
    }),
  };
  const film = embed && { embedUrl: embedPlayer(embed) };
  const file = media && {
    contentUrl: absolute(media.url),
    encodingFormat: media.type,
    ...(media.duration_seconds !== null && { duration: `PT${media.duration_seconds}S` }),
  };
  const shared = {
    "@context": "https://schema.org",
    url: address,
    description,
    inLanguage: item.language,
    datePublished: published,
    ...(item.standing !== null && { creativeWorkStatus: standingWords[item.standing] }),
    ...(item.good_until !== null && { expires: item.good_until }),
    author: { "@type": "Person", name: author, url: absolute(authorPath(item.author_id)) },
    publisher: { "@type": "Organization", name: siteName, url: absolute("/") },
  };
  const thumbnail = image && { thumbnailUrl: absolute(image) };
  const data = {
    Article: { "@type": typeWords.Article, headline: title, ...(image && { image: absolute(image) }) },
    Video: {
      "@type": typeWords.Video,
      name: title,
      uploadDate: published,
      ...thumbnail,
      ...file,
      ...film,
      ...played,
    },
    Audio: { "@type": typeWords.Audio, name: title, uploadDate: published, ...thumbnail, ...file, ...played },
  }[item.content_type];
  return element({ ...shared, ...data });
}
