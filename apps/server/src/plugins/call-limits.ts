import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressKey } from "../lib/client-address.ts";
import type { Limit, Limits } from "./limits.ts";

/**
 * Counts calls that are refused before their work begins: by access, size, type or schema (docs/rules.md#d96). The try is
 * taken before the body is read and given back once the body is found right, so that a sender of nothing but bad bodies
 * soon has none of them read. Register after the bearer is known and before access is checked.
 */
export function countRefusals(app: FastifyInstance, limits: Limits): void {
  const counted = new WeakMap<FastifyRequest, readonly [Limit, string]>();

  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.endpoint === undefined || !readsBody(request)) return;
    const count = countOf(request);
    await limits.take(...count);
    counted.set(request, count);
  });

  // Runs after parsing and validation.
  app.addHook("preHandler", async (request) => {
    const count = counted.get(request);
    if (count) await limits.giveBack(...count);
  });
}

const countOf = ({ bearer, ip }: FastifyRequest): readonly [Limit, string] =>
  bearer ? ["refusedByUser", String(bearer.userId)] : ["refusedByAddress", addressKey(ip)];

/** The framework reads no body of these two. */
const readsBody = ({ method }: FastifyRequest): boolean => method !== "GET" && method !== "HEAD";
