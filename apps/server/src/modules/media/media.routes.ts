import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Config } from "../../config.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { rangeOf } from "../../lib/byte-range.ts";
import { expectsOther, hasAlready } from "../../lib/entity-tag.ts";
import { shortenMediaHead } from "../../plugins/security-headers.ts";
import type { MediaService } from "./media.service.ts";

const Params = Type.Object({ key: Type.String({ maxLength: 80 }) });
const Query = Type.Object({
  expires: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })),
  signature: Type.Optional(Type.String({ maxLength: 64 })),
});

/**
 * A reader's browser asks again after an hour, a cache that others share each time: what was taken down disappears
 * everywhere. A second's keeping would be two: nginx counts whole seconds (docs/rules.md#media-addresses).
 */
const publishedCaching = "public, max-age=3600, s-maxage=0, must-revalidate";

/** Streams stored files with ranges and ETags. Not a JSON call, so not an endpoint of the contract. */
export function mediaRoutes(
  app: FastifyInstance,
  media: MediaService,
  { allowedOrigins }: Pick<Config, "allowedOrigins">,
): void {
  app.get<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>(
    "/media/:key",
    {
      config: { limit: "media" },
      schema: {
        operationId: "getMedia",
        summary: "A stored file (Range, ETag). What is not published only by a signed address",
        tags: ["Media"],
        hide: app.prefix !== "",
        params: Params,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const { file, published } = await media.find(request.params.key, request.query);
      const { key, bytes } = file;
      // A key never gets other bytes, so their hash is a strong ETag.
      const tag = `"${file.sha256.toString("hex")}"`;
      ensure(!expectsOther(request.headers["if-match"], tag), "precondition_failed");
      const range = mayBeInParts(request, tag) ? rangeOf(request.headers.range, bytes) : null;
      const isKnown = hasAlready(request.headers["if-none-match"], tag);
      if (range === "beyond" && !isKnown) {
        reply.header("content-range", `bytes */${bytes}`);
        throw new AppError("range_not_satisfiable");
      }
      const isPart = range !== null && range !== "beyond";
      const content = isKnown ? null : await contentOf(key, request.method, isPart ? range : undefined);

      shortenMediaHead(reply, file.type);
      // A site on another origin (docs/rules.md#other-origins) embeds these files as images and videos; CORS headers do not cover
      // that. Podcasts are played by pages of other sites too.
      const isEpisode = published && file.type.startsWith("audio/");
      if (allowedOrigins.length > 0 || isEpisode) {
        reply.header("cross-origin-resource-policy", "cross-origin");
      }
      reply
        .header("etag", tag)
        .header("accept-ranges", "bytes")
        .header("cache-control", published ? publishedCaching : "private, no-store");
      if (content === null) return reply.code(304).send();
      reply.type(file.type).header("content-disposition", "inline").header("content-length", bytes);
      if (isPart) {
        const { start, end } = range;
        reply
          .code(206)
          .header("content-range", `bytes ${start}-${end}/${bytes}`)
          .header("content-length", end - start + 1);
      }
      return reply.send(content);
    },
  );

  /** A HEAD request reads no bytes of the file. */
  async function contentOf(key: string, method: string, range?: { start: number; end: number }) {
    if (method !== "HEAD") return media.read(key, range);
    await media.ensureReadable(key);
    return Readable.from([]);
  }
}

/** A client that holds parts of another file gets the whole file. */
function mayBeInParts({ method, headers }: FastifyRequest, tag: string): boolean {
  const known = headers["if-range"];
  return method === "GET" && (known === undefined || known === tag);
}
