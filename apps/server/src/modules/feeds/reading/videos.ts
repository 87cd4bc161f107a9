import type { FeedVideo } from "@cairn/contract";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import { asFields, readLink, readText, readTime } from "./fields.ts";
import { type ItemsRead, readItems } from "./items.ts";
import { readJson } from "./json.ts";
import { readXmlEntries } from "./xml.ts";

export interface VideoSource {
  readonly format: "json" | "xml";
  /** The API key: items that contain it are dropped; null without a key. */
  readonly key: string | null;
}

/** The videos of a channel, as sent by the conversion service or the channel itself. @throws ExternalFailure */
export function readVideos(bytes: Uint8Array, { format, key }: VideoSource): ItemsRead<FeedVideo> {
  const list = format === "xml" ? readXmlEntries(bytes) : asFields(readJson(bytes), "the answer").items;
  const secrets = key === null ? [] : [key, encodeURIComponent(key)];
  return readItems(
    list,
    (raw) => {
      const video = readVideo(raw);
      const isTelling = Object.values(video).some((text) => secrets.some((secret) => text.includes(secret)));
      if (isTelling) throw new ExternalFailure("it repeats the key");
      return video;
    },
    (video) => video.guid,
  );
}

function readVideo(raw: unknown): FeedVideo {
  const fields = asFields(raw, "the item");
  const link = readLink(fields, "link");
  return {
    guid: readText(fields, "guid", 2_000) || link,
    title: readText(fields, "title", 300),
    pubDate: readTime(fields, "pubDate"),
    description: readText(fields, "description", 5_000),
    link,
    author: readText(fields, "author", 200),
  };
}
