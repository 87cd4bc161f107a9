import { createToken, deleteToken, listTokens } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import type { ProgramTokens } from "./program-tokens.ts";

export function programTokenRoutes(app: FastifyInstance, tokens: ProgramTokens): void {
  mount(app, listTokens, async (request) => ({ items: await tokens.list(memberOf(request)), next: null }));
  mount(app, createToken, async (request, reply) => {
    reply.code(201);
    return tokens.create(memberOf(request), request.body);
  });
  mount(app, deleteToken, async (request) => {
    await tokens.remove(memberOf(request), request.params.id);
    return { message: "Token deleted" as const };
  });
}
