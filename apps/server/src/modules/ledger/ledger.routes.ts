import { getCanonicalRevision, listLedger } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../plugins/mount.ts";
import type { LedgerService } from "./ledger.service.ts";

export function ledgerRoutes(app: FastifyInstance, ledger: LedgerService): void {
  mount(app, listLedger, (request) => ledger.page(request.bearer, request.query));

  mount(app, getCanonicalRevision, async (request, reply) => {
    const bytes = await ledger.canonicalRevision(request.params.id);
    return reply.type("application/json; charset=utf-8").serializer(String).send(bytes);
  });
}
