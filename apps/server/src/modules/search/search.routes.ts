import { searchContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { sourcesOfItem } from "../../events/sources.ts";
import { mount } from "../../plugins/mount.ts";
import { madeOf } from "../../plugins/shared-answers.ts";
import type { SearchService } from "./search.service.ts";

export function searchRoutes(app: FastifyInstance, search: SearchService): void {
  mount(app, searchContent, async (request, reply) => {
    const page = await search.search(request.query);
    madeOf(reply, ["list", "categories", ...page.items.flatMap(sourcesOfItem)]);
    return page;
  });
}
