import type { FastifyInstance } from "fastify";
import { routeName } from "../calls/route-name.ts";

/**
 * Logs one line per answer with its request id: calls at `info`; pages, files and media at `debug`. Query strings are
 * never logged, because they can carry tokens (docs/rules.md#sign-in-by-a-provider).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, url, log, routeOptions } = request;
    const [path] = url.split("?", 1);
    const ms = Math.round(reply.elapsedTime);
    const facts = { method, route: routeName(request), path, status: reply.statusCode, ms };
    if (routeOptions.config.endpoint) log.info(facts, "answered");
    else log.debug(facts, "answered");
    done();
  });
}
