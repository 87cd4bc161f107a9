import type { FeedVideo } from "@cairn/contract";
import type { RawArticle } from "./articles.ts";
import type { ItemsRead } from "./items.ts";
import type { VideoSource } from "./videos.ts";

/** What the reading thread can be asked for: what goes in, and what comes out. */
export interface Tasks {
  videos: [input: { bytes: Uint8Array; source: VideoSource }, output: ItemsRead<FeedVideo>];
  articles: [input: { bytes: Uint8Array }, output: ItemsRead<RawArticle>];
  articleText: [input: { bytes: Uint8Array; id: number }, output: string];
  clean: [input: { html: string }, output: string];
}
export type TaskName = keyof Tasks;

export interface Question<Name extends TaskName = TaskName> {
  readonly task: Name;
  readonly input: Tasks[Name][0];
}

export type Answer = { readonly output: unknown } | { readonly problem: string };
