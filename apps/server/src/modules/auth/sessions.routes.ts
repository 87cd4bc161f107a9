import { endSession, listSessions } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { Sessions } from "./sessions.ts";

export function sessionRoutes(app: FastifyInstance, sessions: Sessions): void {
  mount(app, listSessions, async (request) => ({
    items: await sessions.list(memberOf(request)),
    next: null,
  }));
  mount(app, endSession, async (request) => {
    await sessions.endOwn(memberOf(request), request.params.id);
    return { message: "Session ended" as const };
  });
}
