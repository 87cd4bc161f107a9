import { getCanonicalRevision, listLedger } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount } from "../../calls/mount.ts";
import { sourcesOfReview } from "../../events/sources.ts";
import type { LedgerService } from "./ledger.service.ts";

export function ledgerRoutes(app: FastifyInstance, ledger: LedgerService): void {
  mount(app, listLedger, async (request, reply) => {
    const page = await ledger.page(request.bearer, request.query);
    // Titles and open reviews come and go with what is public.
    madeOf(reply, ["ledger", "list", ...page.items.flatMap(sourcesOfReview)]);
    return page;
  });

  mount(app, getCanonicalRevision, async (request, reply) => {
    const bytes = await ledger.canonicalRevision(request.params.id);
    return reply.type("application/json; charset=utf-8").serializer(String).send(bytes);
  });
}
