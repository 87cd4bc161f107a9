import { getContent, listContent, listDiscussed, listRelated, listReviews } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount } from "../../calls/mount.ts";
import { setPagingHeaders } from "../../calls/paging.ts";
import { sourcesOfItem, sourcesOfReview, sourcesOfSeen } from "../../events/sources.ts";
import { revisionTag } from "../../lib/revision-tag.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ContentService } from "./content.service.ts";

export function contentRoutes(app: FastifyInstance, content: ContentService, ledger: LedgerService): void {
  mount(app, listContent, async (request, reply) => {
    const { items, isPublic, total, next } = await content.list(request.bearer, request.query);
    setPagingHeaders(request, reply, { total, next });
    // What only some may see is never kept.
    if (isPublic) madeOf(reply, ["list", ...items.flatMap(sourcesOfItem)]);
    return [...items];
  });

  mount(app, listDiscussed, async () => ({ items: await content.mostDiscussed() }));

  mount(app, getContent, async (request, reply) => {
    const { item, isPublic } = await content.get(request.bearer, request.params.id);
    // Responses to visitors have their own ETag, because all visitors get the same bytes.
    if (request.bearer) reply.header("etag", revisionTag(item.revision));
    if (isPublic) madeOf(reply, sourcesOfItem(item));
    return item;
  });

  mount(app, listRelated, async (request, reply) => {
    const { id } = request.params;
    const items = await content.related(request.bearer, id);
    madeOf(reply, [`item:${id}`, "list", "series", ...items.flatMap(sourcesOfItem)]);
    return { items };
  });

  mount(app, listReviews, async (request, reply) => {
    const { id } = request.params;
    const { viewer } = await content.ensureReadable(request.bearer, id);
    const [items, seen] = await Promise.all([ledger.listOf(viewer, id), ledger.seenBy(id)]);
    madeOf(reply, [`item:${id}`, ...items.flatMap(sourcesOfReview), ...sourcesOfSeen(seen)]);
    return { items, next: null, ...(seen && { seen_by: seen.count }) };
  });
}
