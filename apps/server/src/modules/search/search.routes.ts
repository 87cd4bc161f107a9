import { searchContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount } from "../../calls/mount.ts";
import { sourcesOfItem } from "../../events/sources.ts";
import type { SearchService } from "./search.service.ts";

export function searchRoutes(app: FastifyInstance, search: SearchService): void {
  mount(app, searchContent, async (request, reply) => {
    const { items, ...rest } = await search.search(request.query);
    madeOf(reply, ["list", "categories", ...items.flatMap(sourcesOfItem)]);
    return { items: [...items], ...rest };
  });
}
