import { searchContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount, sendJson } from "../../calls/mount.ts";
import { sourcesOfItem } from "../../events/sources.ts";
import { foundJson, type SearchService } from "./search.service.ts";

export function searchRoutes(app: FastifyInstance, search: SearchService): void {
  mount(app, searchContent, async (request, reply) => {
    const found = await search.search(request.query);
    madeOf(reply, ["list", "categories", ...found.items.flatMap(sourcesOfItem)], found.until);
    return sendJson(reply, foundJson(found));
  });
}
