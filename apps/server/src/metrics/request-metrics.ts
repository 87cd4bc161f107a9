import { socketPath } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { routeName } from "../calls/route-name.ts";

/** How long answers take, by a fixed set of names: clients cannot add more. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: "cairn_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["route", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = routeName(request);
    // A socket's long poll lasts until there is something to send.
    if (route !== socketPath) {
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      durations.observe({ route, method: request.method, status }, reply.elapsedTime / 1000);
    }
    done();
  });
}
