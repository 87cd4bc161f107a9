import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { AppError, ensure } from "./app-error.ts";
import { expectsOther, hasAlready } from "./entity-tag.ts";

/** In memory; a picture of words takes about 20 KB, and with another picture in it ten times as much. */
const keptBytes = 32 * 1024 * 1024;
/** How many may wait for the process: uploaded pictures wait behind them. */
const maxWaiting = 8;
/** Seconds. */
const retryAfter = 5;

/**
 * Finds a picture by its name, or draws it when it is first asked for, once however many ask. @throws AppError unavailable
 */
export function createDrawings() {
  const kept = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
  });
  const waiting = new Map<string, Promise<Buffer>>();

  async function keep(name: string, draw: () => Promise<Uint8Array>): Promise<Buffer> {
    try {
      const drawn = Buffer.from(await draw());
      kept.set(name, drawn);
      return drawn;
    } finally {
      waiting.delete(name);
    }
  }

  return async (name: string, draw: () => Promise<Uint8Array>): Promise<Buffer> => {
    const found = kept.get(name) ?? waiting.get(name);
    if (found) return found;
    if (waiting.size >= maxWaiting) throw new AppError("unavailable", { retryAfter });
    const drawing = keep(name, draw);
    waiting.set(name, drawing);
    return drawing;
  };
}

/** As published files have it. The picture at an address never changes, so browsers need not revalidate it. */
const caching = "public, max-age=3600, s-maxage=0, must-revalidate, immutable";

/** `version` names the content: another version of Cairn may draw the same content with other bytes. */
export function sendDrawing(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  drawing: Buffer,
): FastifyReply {
  const etag = `W/"${version}"`;
  // Any other site may show it.
  reply.header("cross-origin-resource-policy", "cross-origin");
  reply.header("etag", etag).header("cache-control", caching);
  ensure(!expectsOther(request.headers["if-match"], etag), "precondition_failed");
  if (hasAlready(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type("image/png").send(drawing);
}
