import { socketPath } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import type { EarlyAnswer } from "../answers/early-answers.ts";
import { routeName } from "../calls/route-name.ts";

type Measured = Pick<EarlyAnswer, "method" | "route" | "status" | "ms">;

/**
 * How long answers take, by a fixed set of names: clients cannot add more. Returns what notes an answer that was sent
 * before the hooks.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): (answer: Measured) => void {
  const durations = new Histogram({
    name: "cairn_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["route", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const note = ({ method, route, status, ms }: Measured) =>
    durations.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
  app.addHook("onResponse", (request, reply, done) => {
    const route = routeName(request);
    // A socket's long poll lasts until there is something to send.
    if (route !== socketPath) {
      note({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
    }
    done();
  });
  return note;
}
