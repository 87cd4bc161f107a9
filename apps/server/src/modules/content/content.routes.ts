import { getContent, listContent, listReviews } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { revisionTag } from "../../lib/revision-tag.ts";
import { mount, sendJson } from "../../plugins/mount.ts";
import { setPagingHeaders } from "../../plugins/paging.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ContentService } from "./content.service.ts";

export function contentRoutes(app: FastifyInstance, content: ContentService, ledger: LedgerService): void {
  mount(app, listContent, async (request, reply) => {
    const { items, total, next } = await content.list(request.bearer, request.query);
    setPagingHeaders(request, reply, { total, next });
    return typeof items === "string" ? sendJson(reply, items) : items;
  });

  mount(app, getContent, async (request, reply) => {
    const { item, revision } = await content.get(request.bearer, request.params.id);
    // Responses to visitors have their own ETag, because all visitors get the same bytes.
    if (request.bearer) reply.header("etag", revisionTag(revision));
    return typeof item === "string" ? sendJson(reply, item) : item;
  });

  mount(app, listReviews, async (request) => {
    const { viewer } = await content.ensureReadable(request.bearer, request.params.id);
    return { items: await ledger.listOf(viewer, request.params.id), next: null };
  });
}
