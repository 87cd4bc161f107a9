import { endLabel, listDue, listLabels } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { RenewalService } from "./renewals.service.ts";

export function standingRoutes(app: FastifyInstance, renewals: RenewalService): void {
  mount(app, listDue, (request) => renewals.due(memberOf(request).userId, request.query.cursor));
  mount(app, listLabels, async (request, reply) => {
    madeOf(reply, ["list", "labels"]);
    return { items: await renewals.labels(request.query.prefix) };
  });
  mount(app, endLabel, (request) => renewals.endLabel(memberOf(request).userId, request.body));
}
