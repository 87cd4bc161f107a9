import type { FastifyInstance } from "fastify";
import { routeName } from "./route-name.ts";

/**
 * Logs one line per answer, with its request's id: calls at `info`; pages, files and media at `debug`. Query strings
 * are never logged: they can carry tokens (docs/rules.md#d24).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const [path] = request.url.split("?", 1);
    const facts = {
      method: request.method,
      route: routeName(request),
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (request.routeOptions.config.endpoint) request.log.info(facts, "answered");
    else request.log.debug(facts, "answered");
    done();
  });
}
