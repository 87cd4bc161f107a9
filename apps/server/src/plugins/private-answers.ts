import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addVary } from "../answers/shared-answers.ts";

/**
 * What browsers and proxies may cache of a call's answer: nothing that was answered to a signed-in user, to a change or
 * with an error. Visitors' answers may be cached, but must be revalidated before use.
 */
export function usePrivateAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.routeOptions.config.endpoint === undefined) return payload;
    addVary(reply, "Authorization");
    if (isPrivate(request, reply)) reply.header("cache-control", "no-store");
    else if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-cache");
    return payload;
  });
}

const isPrivate = ({ method, bearer, routeOptions }: FastifyRequest, { statusCode }: FastifyReply) =>
  bearer !== null ||
  routeOptions.config.endpoint?.access !== "visitor" ||
  (method !== "GET" && method !== "HEAD") ||
  statusCode >= 400;
