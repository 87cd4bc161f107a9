import { getChecks } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { mount } from "../../calls/mount.ts";
import { sourcesOfChecks } from "../../events/sources.ts";
import type { CodeCheckService } from "./code-checks.service.ts";

export function codeCheckRoutes(app: FastifyInstance, codeChecks: Pick<CodeCheckService, "of">): void {
  mount(app, getChecks, async ({ bearer, params: { id }, query }, reply) => {
    const { checks, isWhole } = await codeChecks.of(bearer, id, query.revision);
    if (isWhole) madeOf(reply, [`item:${id}`, ...sourcesOfChecks(checks)]);
    return checks;
  });
}
