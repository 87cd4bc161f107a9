import { createHash } from "node:crypto";
import type { FeedVideo } from "@cairn/contract";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import { asFields, readLink, readText, readTime } from "./fields.ts";
import { looksLikeHtml, textOfHtml } from "./html-text.ts";
import { type ItemsRead, readItems } from "./items.ts";
import { readJson } from "./json.ts";
import { readXmlEntries, type XmlOrigin } from "./xml.ts";

export interface VideoSource extends XmlOrigin {
  readonly format: "json" | "xml";
  /** The API key: items that contain it are dropped; null without a key. */
  readonly key: string | null;
}

/** The videos of a channel, as sent by the conversion service or the channel itself. @throws ExternalFailure */
export function readVideos(bytes: Uint8Array, { format, key, ...origin }: VideoSource): ItemsRead<FeedVideo> {
  const asWords = format === "xml" ? asWritten : wordsOf;
  const list =
    format === "xml" ? readXmlEntries(bytes, origin) : asFields(readJson(bytes), "the answer").items;
  const secrets = key === null ? [] : [key, encodeURIComponent(key)];
  const read = readItems(
    list,
    (raw) => {
      const video = readVideo(raw, asWords);
      const isTelling = Object.values(video).some((text) => secrets.some((secret) => text.includes(secret)));
      if (isTelling) throw new ExternalFailure("it repeats the key");
      return video;
    },
    ({ guid, link, title, pubDate }) => guid || JSON.stringify([link, title, pubDate]),
  );
  return { ...read, items: withGuids(read.items) };
}

/** An item without a guid has that of its link; where others have it too, its title and its time tell them apart. */
function withGuids(videos: readonly FeedVideo[]): FeedVideo[] {
  const uses = new Map<string, number>();
  for (const { guid, link } of videos) uses.set(guid || link, (uses.get(guid || link) ?? 0) + 1);
  return videos.map((video) => {
    const { guid, link, title, pubDate } = video;
    if (guid !== "" || uses.get(link) === 1) return { ...video, guid: guid || link };
    const facts = createHash("sha256").update(JSON.stringify([title, pubDate]));
    return { ...video, guid: `${link}#${facts.digest("hex").slice(0, 16)}` };
  });
}

const asWritten = (text: string): string => text;

/** The conversion service passes HTML on; a feed that is read here is words already. */
const wordsOf = (text: string): string => (looksLikeHtml(text) ? textOfHtml(text) : text);

function readVideo(raw: unknown, asWords: (text: string) => string): FeedVideo {
  if (raw instanceof ExternalFailure) throw raw;
  const fields = asFields(raw, "the item");
  return {
    guid: readText(fields, "guid", 2_000),
    title: asWords(readText(fields, "title", 300)),
    pubDate: readTime(fields, "pubDate"),
    description: asWords(readText(fields, "description", 5_000)),
    link: readLink(fields, "link"),
    author: readText(fields, "author", 200),
  };
}
