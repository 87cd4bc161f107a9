import { searchContent } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { sourcesOfItem } from "../../events/sources.ts";
import { madeForMember, madeOf } from "../../plugins/kept-answers.ts";
import { mount } from "../../plugins/mount.ts";
import type { SearchService } from "./search.service.ts";

export function searchRoutes(app: FastifyInstance, search: SearchService): void {
  mount(app, searchContent, async (request, reply) => {
    const page = await search.search(request.query);
    // Members find what visitors find.
    const sources = ["list", "categories", ...page.items.flatMap(sourcesOfItem)] as const;
    if (request.bearer) madeForMember(reply, sources);
    else madeOf(reply, sources);
    return page;
  });
}
