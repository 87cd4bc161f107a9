import { Readable } from "node:stream";

/**
 * Passes the bytes on as fast as they are read, but gives up on a source that sends nothing for `silenceMs`. A reader
 * may pause for any length of time. When either side ends, the other ends too.
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
