import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import type { MediaService } from "./media.service.ts";

const Params = Type.Object({ key: Type.String({ maxLength: 80 }) });
const Query = Type.Object({
  expires: Type.Optional(Type.String({ pattern: "^\\d{1,12}$" })),
  signature: Type.Optional(Type.String({ maxLength: 64 })),
});

/** Stored files, streamed from `directory` with ranges and ETags. Not a JSON call, so not an endpoint of the contract. */
export function mediaRoutes(app: FastifyInstance, media: MediaService, directory: string): void {
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
      const { file, published } = await media.open(request.params.key, request.query);
      reply
        .type(file.type)
        .header("content-disposition", "inline")
        .header("cache-control", published ? "public, max-age=31536000, immutable" : "private, no-store");
      return reply.sendFile(file.key, directory, { cacheControl: false, contentType: false });
    },
  );
}
