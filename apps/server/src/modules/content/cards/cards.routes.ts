import { errorSentence, readId } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../../lib/app-error.ts";
import { sendDrawing } from "../../../lib/drawings.ts";
import type { ContentService } from "../content.service.ts";
import type { CardService } from "./cards.service.ts";

interface Dependencies {
  readonly cards: CardService;
  readonly content: Pick<ContentService, "wasRemoved">;
}

/** The pictures that chats and other sites show for a link to an item. */
export function cardRoutes(app: FastifyInstance, { cards, content }: Dependencies): void {
  app.get<{ Params: { id: string; file: string } }>(
    "/cards/:id/:file",
    { schema: { hide: true }, config: { limit: "read" } },
    async (request, reply) => {
      const { file } = request.params;
      const id = readId(request.params.id);
      const version = /^(\d{1,15}-[\w-]{12})\.png$/.exec(file)?.[1];
      if (version === undefined || id === null) throw new AppError("not_found");
      const card = await cards.find(id, version).catch(async (error: unknown) => {
        const isMissing = error instanceof AppError && error.status === 404;
        if (isMissing && (await content.wasRemoved(id))) return null;
        throw error;
      });
      if (card === null) return reply.code(410).send({ error: errorSentence.content_not_found });
      return sendDrawing(request, reply, version, card);
    },
  );
}
