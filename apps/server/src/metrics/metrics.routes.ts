import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerToken } from "../calls/bearer.ts";
import { ensure } from "../lib/app-error.ts";
import { isFromThisMachine } from "../lib/loopback.ts";
import type { Metrics } from "./metrics.ts";

/** For monitoring, from this machine or with the token; served at the root only. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get(
    "/metrics",
    {
      config: { limit: "health", open: true },
      schema: {
        operationId: "getMetrics",
        summary: "Figures for Prometheus: for this machine's own requests, or with METRICS_TOKEN",
        tags: ["Health"],
      },
    },
    async (request, reply) => {
      ensure(isFromThisMachine(request.raw) || hasToken(request, token), "not_allowed");
      const { text, type } = await metrics.read();
      return reply.header("cache-control", "no-store").type(type).send(text);
    },
  );
}

/** Takes the same time for every wrong token. */
function hasToken(request: FastifyRequest, token: string | null): boolean {
  const given = bearerToken(request);
  return token !== null && given !== null && timingSafeEqual(hashOf(given), hashOf(token));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();
