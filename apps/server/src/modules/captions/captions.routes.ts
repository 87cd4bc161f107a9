import { createCaptions, getTranscript, IdParams } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import type { KeyedCalls } from "../../calls/idempotency.ts";
import { mount } from "../../calls/mount.ts";
import { inlineSchema } from "../../calls/schemas.ts";
import { ensure } from "../../lib/app-error.ts";
import type { ContentService } from "../content/content.service.ts";
import type { Forms } from "../media/forms.ts";
import type { CaptionsService } from "./captions.service.ts";

interface Dependencies {
  captions: CaptionsService;
  captionsForms: Forms;
  content: Pick<ContentService, "get">;
  keyed: KeyedCalls;
}

export function captionsRoutes(
  app: FastifyInstance,
  { captions, captionsForms, content, keyed }: Dependencies,
): void {
  keyed.mount(app, createCaptions, (request, transact) =>
    captionsForms.read(request, createCaptions, (draft, file) =>
      captions.add(memberOf(request), draft, file, transact),
    ),
  );

  mount(app, getTranscript, async (request, reply) => {
    const { id } = request.params;
    const transcript = await captions.transcript(request.bearer, id, request.query.language);
    madeOf(reply, [`item:${id}`]);
    return transcript;
  });

  // The format of podcasts, which has a media type of its own. They ask without a session.
  app.get<{ Params: Static<typeof IdParams> }>(
    "/content/:id/chapters.json",
    {
      config: { limit: "read" },
      schema: {
        operationId: "getChapters",
        summary: "A published item's chapters as podcasts have them (JSON chapters 1.2)",
        tags: ["Content"],
        hide: app.prefix !== "",
        params: inlineSchema(IdParams),
      },
    },
    async (request, reply) => {
      const { chapters = [] } = (await content.get(null, request.params.id)).item;
      ensure(chapters.length > 0, "not_found");
      return reply
        .type("application/json+chapters; charset=utf-8")
        .header("cache-control", "public, max-age=300, s-maxage=0")
        .send(
          JSON.stringify({
            version: "1.2.0",
            chapters: chapters.map(({ at, title }) => ({ startTime: at, title })),
          }),
        );
    },
  );
}
