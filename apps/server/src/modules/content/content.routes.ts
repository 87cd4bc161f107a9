import { getContent, listContent, listReviews } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../plugins/mount.ts";
import { setPagingHeaders } from "../../plugins/paging.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ContentService } from "./content.service.ts";

export function contentRoutes(app: FastifyInstance, content: ContentService, ledger: LedgerService): void {
  mount(app, listContent, async (request, reply) => {
    const { items, total, next } = await content.list(request.bearer, request.query);
    setPagingHeaders(request, reply, { total, next });
    return items;
  });

  mount(app, getContent, (request) => content.get(request.bearer, request.params.id));

  mount(app, listReviews, async (request) => {
    await content.ensureReadable(request.bearer, request.params.id);
    return { items: await ledger.listOf(request.params.id), next: null };
  });
}
