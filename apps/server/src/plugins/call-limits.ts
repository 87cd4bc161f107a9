import { limits } from "@cairn/contract";
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { addressKey } from "../lib/client-address.ts";
import { type Limit, type RateLimits, triesOf } from "../rate-limits/rate-limits.ts";

/** The limit against which a route's requests count, before any other work (docs/rules.md#fair-shares). */
export type RouteLimit =
  /** By member, else by address. */
  | "read"
  /** Everything but reads, by member, otherwise by address. */
  | "call"
  /** A file of the site, by address. */
  | "file"
  /**
   * A stored file (`:key`), by address like the site's own files; a missing one also counts as a miss. After too many
   * misses an address still gets files that this process served recently.
   */
  | "media"
  /**
   * Health checks, by address: they have their own limit, so that readers and attackers there cannot starve a monitor.
   */
  | "health"
  | "socket"
  /** A page load that always ends at a screen: its service checks a limit of its own first. */
  | "page load"
  /** Answered with headers alone. */
  | "preflight";

declare module "fastify" {
  interface FastifyContextConfig {
    limit?: RouteLimit;
  }
}

export interface LimitedRoute {
  readonly method: string;
  readonly url: string;
  readonly limit: RouteLimit;
}

/**
 * Assigns each route its limit, and lists them. Register before any route. @throws Error for a route outside the
 * contract that names no limit
 */
export function followLimits(app: FastifyInstance): readonly LimitedRoute[] {
  const routes: LimitedRoute[] = [];
  app.addHook("onRoute", (route) => {
    const { url } = route;
    const methods = [route.method].flat();
    const limit = limitOf(methods, route.config);
    if (!limit) throw new Error(`${methods.join()} ${url} has no limit`);
    route.config = { ...route.config, limit };
    routes.push(...methods.map((method) => ({ method, url, limit })));
  });
  return routes;
}

function limitOf(methods: readonly string[], config: LimitConfig = {}): RouteLimit | undefined {
  const { limit, endpoint, rootPath } = config;
  if (limit) return limit;
  if (endpoint?.uncounted) return "health";
  if (endpoint) return endpoint.method === "GET" ? "read" : "call";
  // Routes that plugins add: the site's files, and the CORS preflight.
  if (rootPath !== undefined) return "file";
  return methods.every((method) => method === "OPTIONS") ? "preflight" : undefined;
}
type LimitConfig = FastifyContextConfig & { readonly rootPath?: unknown };

type Count = readonly [limit: Limit, key: string];

/** Minimum tries of a search, a deep or a large page: each costs several times as much as another read. */
const costly = 5;
/** Items per try of a member's deep or large page, which is made for this member alone. */
const itemsPerTry = 4;
/** A page is deep if it begins after so many items, and large if it has more than so many. */
const deepFrom = 1_000;
const largeFrom = 50;

/** Keys of stored files that a process remembers: about 2 MB. */
const maxServed = 20_000;

/**
 * Uses a try for each request before access is checked, a body read or the database queried. These limits are counted
 * in this process; reads are also counted by all instances together. Register after the bearer is known.
 */
export function countCalls(app: FastifyInstance, rateLimits: RateLimits): void {
  /** Keys of the stored files served most recently, to anyone. */
  const served = new LRUCache<string, true>({ max: maxServed });

  app.addHook("onRequest", async (request) => {
    const count = request.isCounted ? null : countOf(request);
    if (count) await rateLimits.take(...count, costOf(request));
    // A school shares one address: a pupil who spends its misses must not hide the pictures from the others.
    if (isMedia(request) && !served.has(keyOf(request))) await rateLimits.ensureLeft(...missOf(request));
  });

  // Counted before the answer is sent, so that the client's next request sees it.
  app.addHook("onSend", async (request, { statusCode }, payload) => {
    if (!isMedia(request)) return payload;
    if (statusCode < 400) served.set(keyOf(request), true);
    if (statusCode === 404) {
      served.delete(keyOf(request));
      await rateLimits.take(...missOf(request)).catch(() => {});
    }
    return payload;
  });
}

const keyOf = ({ params }: FastifyRequest) => (params as { readonly key: string }).key;
const isMedia = ({ routeOptions }: FastifyRequest) => routeOptions.config.limit === "media";
const missOf = ({ clientAddress }: FastifyRequest): Count => ["missByAddress", addressKey(clientAddress)];

function countOf(request: FastifyRequest): Count | null {
  const { bearer, clientAddress } = request;
  const byAddress = (limit: Limit): Count => [limit, addressKey(clientAddress)];
  const bySender = (ofMember: Limit, ofAddress: Limit): Count =>
    bearer ? [ofMember, String(bearer.userId)] : byAddress(ofAddress);
  if (request.is404) return missOf(request);
  switch (request.routeOptions.config.limit) {
    case "read":
      return bySender("readByUser", "readByAddress");
    case "call":
      return bySender("callByUser", "callByAddress");
    case "file":
    case "media":
      return byAddress("fileByAddress");
    case "health":
      return byAddress("healthByAddress");
    case "socket":
      return byAddress("socketByAddress");
    default:
      return null;
  }
}

/** Tries that a request costs; for a read, judged by its query alone, which may not be validated yet. */
export function costOf(request: FastifyRequest): number {
  if (request.routeOptions.config.limit !== "read") return 1;
  if (isOwnHeavyPage(request)) return Math.max(costly, Math.ceil(itemsOf(request) / itemsPerTry));
  if (isHeavyPage(request)) return costly;
  const { q = "" } = request.query as Record<string, unknown>;
  return typeof q === "string" && q.trim() !== "" ? costly : 1;
}

/** Whether a member requests a deep or a large page. */
export const isOwnHeavyPage = (request: FastifyRequest): boolean =>
  request.bearer !== null && isHeavyPage(request);

function isHeavyPage(request: FastifyRequest): boolean {
  const items = itemsOf(request);
  return (numberIn(request, "page", 1) - 1) * items >= deepFrom || items > largeFrom;
}

const itemsOf = (request: FastifyRequest): number =>
  Math.min(numberIn(request, "per_page", limits.perPageDefault), limits.perPageMax);

/** A value that is not a positive whole number is rejected later; here it counts as absent. */
function numberIn({ query }: FastifyRequest, name: string, usual: number): number {
  const number = Number((query as Record<string, unknown>)[name] ?? usual);
  return Number.isSafeInteger(number) && number > 0 ? number : usual;
}

/**
 * A read whose answer is large counts as more: as many tries as an answer from memory. Register after the hooks that
 * change the answer's bytes.
 */
export function countAnswers(app: FastifyInstance, rateLimits: RateLimits): void {
  app.addHook("onSend", async (request, _reply, payload) => {
    const isBytes = typeof payload === "string" || Buffer.isBuffer(payload);
    const count = countOf(request);
    if (!isBytes || !count || request.isCounted) return payload;
    const [limit] = count;
    if (limit !== "readByUser" && limit !== "readByAddress") return payload;
    const tries = triesOf(Buffer.byteLength(payload), limit);
    // The answer is made already: with too few tries left, the next one is refused.
    if (tries > 0) await rateLimits.take(...count, tries).catch(() => {});
    return payload;
  });
}

/**
 * Counts calls refused before their work begins: by access, size, type or schema (docs/rules.md#fair-shares). The try is used
 * before the body is read and refunded once the body is valid, so that after a few bad bodies a sender's next ones are
 * not read. Register after the bearer is known and before access is checked.
 */
export function countRefusals(app: FastifyInstance, rateLimits: RateLimits): void {
  const counted = new WeakMap<FastifyRequest, Count>();

  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.limit !== "call") return;
    const { bearer, clientAddress } = request;
    const count: Count = bearer
      ? ["refusedByUser", String(bearer.userId)]
      : ["refusedByAddress", addressKey(clientAddress)];
    await rateLimits.take(...count);
    counted.set(request, count);
  });

  // Runs after parsing and validation.
  app.addHook("preHandler", async (request) => {
    const count = counted.get(request);
    if (count) await rateLimits.giveBack(...count);
  });
}
