import { checkText, getChecks } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { CheckService } from "./checks.service.ts";

export function checkRoutes(app: FastifyInstance, checks: CheckService): void {
  mount(app, getChecks, async ({ bearer, params: { id }, query }, reply) => {
    const found = await checks.of(bearer, id, query.revision);
    madeOf(reply, [`item:${id}`, `checks:${id}`]);
    return found;
  });
  mount(app, checkText, (request) => checks.check(memberOf(request), request.body.body));
}
