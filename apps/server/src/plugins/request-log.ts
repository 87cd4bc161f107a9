import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { EarlyAnswer } from "../answers/early-answers.ts";
import { routeName } from "../calls/route-name.ts";

/**
 * Logs one line per answer with its request id: calls at `info`; pages, files and media at `debug`. Query strings are
 * never logged, because they can carry tokens (docs/rules.md#d24).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const facts = factsOf({
      method: request.method,
      route: routeName(request),
      url: request.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    if (request.routeOptions.config.endpoint) request.log.info(facts, "answered");
    else request.log.debug(facts, "answered");
    done();
  });
}

/** The same line for an answer sent before Fastify's hooks. */
export const logEarly = (log: FastifyBaseLogger, { id, ...answer }: EarlyAnswer): void =>
  log.info({ reqId: id, ...factsOf(answer) }, "answered");

function factsOf({ method, route, url, status, ms }: Omit<EarlyAnswer, "id">) {
  const [path] = url.split("?", 1);
  return { method, route, path, status, ms: Math.round(ms) };
}
