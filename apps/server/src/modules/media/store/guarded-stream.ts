import { Readable } from "node:stream";

/**
 * The same bytes as fast as they are read, but for a source that stops sending: it is given up after `silenceMs`. A
 * reader who stops reading may take their time. Whichever ends first ends the other.
 */
export function guardedStream(source: Readable, silenceMs: number): Readable {
  let silence: NodeJS.Timeout | undefined;
  const guarded = new Readable({
    read() {
      silence ??= setTimeout(() => guarded.destroy(new Error("the bucket stopped sending")), silenceMs);
      source.resume();
    },
    destroy(error, done) {
      clearTimeout(silence);
      source.destroy();
      done(error);
    },
  });
  source.pause();
  source.on("data", (chunk: Buffer) => {
    clearTimeout(silence);
    silence = undefined;
    if (!guarded.push(chunk)) source.pause();
  });
  source.on("end", () => {
    clearTimeout(silence);
    guarded.push(null);
  });
  source.on("error", () => guarded.destroy(new Error("the bucket broke off")));
  source.on("close", () => {
    if (!source.readableEnded) guarded.destroy(new Error("the bucket broke off"));
  });
  return guarded;
}
