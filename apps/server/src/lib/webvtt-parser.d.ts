/** W3C's parser comes without types. */
declare module "webvtt-parser" {
  export class WebVTTParser {
    parse(
      text: string,
      mode?: "metadata" | "chapters",
    ): {
      readonly cues: readonly object[];
      readonly errors: readonly { readonly message: string; readonly line: number }[];
    };
  }
  const all: { WebVTTParser: typeof WebVTTParser };
  export default all;
}
