import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ensure } from "../lib/app-error.ts";
import { isLoopback, isLoopbackHost } from "../lib/loopback.ts";
import { bearerToken } from "../plugins/access.ts";
import type { Metrics } from "./metrics.ts";

/** For whoever watches over the site, from this machine or with the token; at the root alone. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get(
    "/metrics",
    {
      schema: {
        operationId: "getMetrics",
        summary: "Figures for Prometheus: for this machine's own requests, or with METRICS_TOKEN",
        tags: ["Health"],
      },
    },
    async (request, reply) => {
      ensure(isLocal(request) || hasToken(request, token), "not_allowed");
      const { text, type } = await metrics.read();
      return reply.header("cache-control", "no-store").type(type).send(text);
    },
  );
}

const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Made on this machine, for this machine: what a proxy passes on comes from somewhere else, and so does a page that was
 * led here by a name of its own.
 */
function isLocal({ raw, headers, ip }: FastifyRequest): boolean {
  return (
    isLoopback(raw.socket.remoteAddress ?? "") &&
    isLoopback(ip) &&
    isLoopbackHost(headers.host ?? "") &&
    !forwarding.some((name) => headers[name] !== undefined)
  );
}

/** Takes the same time for any wrong token. */
function hasToken(request: FastifyRequest, token: string | null): boolean {
  const given = bearerToken(request);
  return token !== null && given !== null && timingSafeEqual(hashOf(given), hashOf(token));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();
