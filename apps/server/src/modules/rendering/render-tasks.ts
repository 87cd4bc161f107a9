import type { CaptionsProblem, ReadCaptions } from "../../lib/captions.ts";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";
import type { RenderedComment } from "../../lib/markdown.ts";
import type { PictureFacts } from "../../lib/picture-marks.ts";

/** The tasks of the rendering thread, with their input and output. */
export interface Tasks {
  article: [source: string, html: string];
  /** An article with the pictures that it may show. */
  illustrated: [text: { source: string; pictures: readonly PictureFacts[] }, html: string];
  excerpt: [source: string, words: string];
  pictures: [source: string, keys: string[]];
  comment: [source: string, rendered: RenderedComment];
  checkedBlocks: [shown: { source: string; html: string }, blocks: CheckedBlock[] | null];
  captions: [file: { bytes: Uint8Array; language: string }, read: ReadCaptions | CaptionsProblem];
  isArticleHtml: [stored: { source: string; html: string }, isSo: boolean];
}
