import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Config } from "../../config.ts";
import { AppError } from "../../lib/app-error.ts";
import { rangeOf } from "../../lib/byte-range.ts";
import type { MediaService } from "./media.service.ts";

const Params = Type.Object({ key: Type.String({ maxLength: 80 }) });
const Query = Type.Object({
  expires: Type.Optional(Type.String({ pattern: "^\\d{1,12}$" })),
  signature: Type.Optional(Type.String({ maxLength: 64 })),
});

/** Stored files, streamed with ranges and ETags. Not a JSON call, so not an endpoint of the contract. */
export function mediaRoutes(
  app: FastifyInstance,
  media: MediaService,
  { allowedOrigins }: Pick<Config, "allowedOrigins">,
): void {
  app.get<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>(
    "/media/:key",
    {
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
      // Keys are never used for other bytes, so what they hash to is the strongest tag there is.
      const tag = `"${file.sha256.toString("hex")}"`;
      const range = mayBeInParts(request, tag) ? rangeOf(request.headers.range, bytes) : null;
      const isKnown = knows(request, tag);
      if (range === "beyond" && !isKnown) {
        reply.header("content-range", `bytes */${bytes}`);
        throw new AppError("range_not_satisfiable");
      }
      const isPart = range !== null && range !== "beyond";
      const content = isKnown ? null : await contentOf(key, request.method, isPart ? range : undefined);

      // A site on another origin (D5) shows files as pictures and films, which no CORS header speaks about.
      if (allowedOrigins.length > 0) reply.header("cross-origin-resource-policy", "cross-origin");
      reply
        .header("etag", tag)
        .header("accept-ranges", "bytes")
        .header("cache-control", published ? "public, max-age=31536000, immutable" : "private, no-store");
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

  /** Whoever asks for the head alone gets no byte moved. */
  async function contentOf(key: string, method: string, range?: { start: number; end: number }) {
    if (method !== "HEAD") return media.read(key, range);
    await media.ensureReadable(key);
    return Readable.from([]);
  }
}

/** Whether the sender has this very file already. */
function knows({ headers }: FastifyRequest, tag: string): boolean {
  const tags = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}

/** A part is of no use to whoever has parts of another file. */
function mayBeInParts({ method, headers }: FastifyRequest, tag: string): boolean {
  const known = headers["if-range"];
  return method === "GET" && (known === undefined || known === tag);
}
