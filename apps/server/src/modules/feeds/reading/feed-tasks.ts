import type { FeedVideo } from "@cairn/contract";
import type { RawArticle } from "./articles.ts";
import type { ItemsRead } from "./items.ts";
import type { VideoSource } from "./videos.ts";

/** The tasks of the reading thread, with their input and output. */
export interface Tasks {
  videos: [input: { bytes: Uint8Array; source: VideoSource }, output: ItemsRead<FeedVideo>];
  articles: [input: { bytes: Uint8Array }, output: ItemsRead<RawArticle>];
  articleText: [input: { bytes: Uint8Array; id: number }, output: string];
  clean: [input: { html: string; address: string }, output: string];
}
