import { getContent, listContent, listReviews } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { sourcesOfItem, sourcesOfReview } from "../../events/sources.ts";
import { revisionTag } from "../../lib/revision-tag.ts";
import { mount, sendJson } from "../../plugins/mount.ts";
import { setPagingHeaders } from "../../plugins/paging.ts";
import { madeOf } from "../../plugins/shared-answers.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ContentService } from "./content.service.ts";

export function contentRoutes(app: FastifyInstance, content: ContentService, ledger: LedgerService): void {
  mount(app, listContent, async (request, reply) => {
    const { items, json, total, next } = await content.list(request.bearer, request.query);
    setPagingHeaders(request, reply, { total, next });
    madeOf(reply, ["list", ...items.flatMap(sourcesOfItem)]);
    return json === null ? [...items] : sendJson(reply, json);
  });

  mount(app, getContent, async (request, reply) => {
    const { item, json } = await content.get(request.bearer, request.params.id);
    // Responses to visitors have their own ETag, because all visitors get the same bytes.
    if (request.bearer) reply.header("etag", revisionTag(item.revision));
    madeOf(reply, sourcesOfItem(item));
    return json === null ? item : sendJson(reply, json);
  });

  mount(app, listReviews, async (request, reply) => {
    const { id } = request.params;
    const { viewer } = await content.ensureReadable(request.bearer, id);
    const items = await ledger.listOf(viewer, id);
    madeOf(reply, [`item:${id}`, ...items.flatMap(sourcesOfReview)]);
    return { items, next: null };
  });
}
