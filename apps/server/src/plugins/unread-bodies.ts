import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";

/** Bytes that are read of one sender's unread bodies in a millisecond, and milliseconds of that at once. */
const [bytesPerMs, msAtOnce] = [16 * 1024, 50];
const maxSenders = 10_000;

/**
 * Reads what is left of a body once its request is answered, so that the sender gets to the answer: a browser first
 * sends all of it. At 16 MB a second for each sender: at full speed, uploads that are refused would take the whole of
 * the thread that answers everybody. A sender that has not finished after half a minute is disconnected.
 * @param senderOf whose share the reading takes
 */
export function readUnreadBodies(
  server: Server,
  senderOf: (request: IncomingMessage) => string,
  patienceMs = 30_000,
): void {
  /** When each sender has used up its share, by `performance.now()`. */
  const spentUntil = new LRUCache<string, number>({ max: maxSenders });

  function read(request: IncomingMessage): void {
    const sender = senderOf(request);
    const deadline = setTimeout(() => request.destroy(), patienceMs).unref();
    let pause: NodeJS.Timeout | undefined;
    const spend = (bytes: number) => {
      const now = performance.now();
      const until = Math.max(now, spentUntil.get(sender) ?? 0) + bytes / bytesPerMs;
      spentUntil.set(sender, until);
      if (until - now < msAtOnce) return;
      request.pause();
      pause = setTimeout(() => request.resume(), until - now).unref();
    };
    request.once("close", () => {
      clearTimeout(deadline);
      clearTimeout(pause);
    });
    request.on("data", (chunk: Buffer) => spend(chunk.length));
    request.resume();
  }

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // Before Node's own listener, which reads at full speed what nobody has begun to read.
    response.prependListener("finish", () => {
      if (!request.complete && !request.destroyed) read(request);
    });
  });
}
