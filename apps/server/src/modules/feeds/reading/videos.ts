import type { FeedVideo } from "@cairn/contract";
import { OutsideFailure } from "../../../lib/outside-failure.ts";
import { asFields, readLink, readText, readTime } from "./fields.ts";
import { type ItemsRead, readItems } from "./items.ts";
import { readJson } from "./json.ts";
import { readXmlEntries } from "./xml.ts";

export interface VideoSource {
  readonly format: "json" | "xml";
  /** No item that repeats it may get out. */
  readonly key: string | null;
}

/** The videos of a channel, as the conversion service or the channel itself sends them. @throws OutsideFailure */
export function readVideos(bytes: Uint8Array, { format, key }: VideoSource): ItemsRead<FeedVideo> {
  const list = format === "xml" ? readXmlEntries(bytes) : asFields(readJson(bytes), "the answer").items;
  const secrets = key === null ? [] : [key, encodeURIComponent(key)];
  return readItems(
    list,
    (raw) => {
      const video = readVideo(raw);
      const isTelling = Object.values(video).some((text) => secrets.some((secret) => text.includes(secret)));
      if (isTelling) throw new OutsideFailure("it repeats the key");
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
