import { listLinks } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount } from "../../calls/mount.ts";
import type { LinkService } from "./links.service.ts";

export function linkRoutes(app: FastifyInstance, links: Pick<LinkService, "list">): void {
  mount(app, listLinks, async (request, reply) => {
    const { id } = request.params;
    const items = await links.list(request.bearer, id);
    madeOf(reply, [`item:${id}`, `links:${id}`]);
    return { items };
  });
}
