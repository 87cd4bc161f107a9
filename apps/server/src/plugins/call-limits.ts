import { limits as bounds } from "@cairn/contract";
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { wasCounted } from "../answers/early-answers.ts";
import { addressKey } from "../lib/client-address.ts";
import type { Limit, Limits } from "../limits/limits.ts";

/** What the requests of a route are counted as, before any other work (docs/rules.md#d96). */
export type RouteLimit =
  /** By member, else by address. */
  | "read"
  /** Whatever is no read, by member, else by address. */
  | "call"
  /** A file of the site, by address. */
  | "file"
  /**
   * A stored file (`:key`), by address like a file of the site; one that is not there also counts as a miss. After too
   * many misses an address still gets the files that this process served lately.
   */
  | "media"
  /** What monitors ask for, by address: neither an attack from there nor its readers use up these tries. */
  | "health"
  | "socket"
  /** A page load that ends at a screen in any case: its service asks a limit of its own, before anything else. */
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
 * Gives each route its limit, and lists them. Register before any route.
 * @throws Error when a route is added that is no call of the contract and names no limit.
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
  // Routes that plugins add: files of the built site, and the preflight of other origins.
  if (rootPath !== undefined) return "file";
  return methods.every((method) => method === "OPTIONS") ? "preflight" : undefined;
}
type LimitConfig = FastifyContextConfig & { readonly rootPath?: unknown };

type Count = readonly [limit: Limit, key: string];

/** Tries that a search, a deep or a large page takes at least: each costs several times what another read does. */
const costly = 5;
/** Items of a member's deep or large page for each try: such a page is made for this member alone. */
const itemsPerTry = 4;
/** A page that begins after so many items is deep, and one of more than so many is large. */
const deepFrom = 1_000;
const largeFrom = 50;

/** Keys of stored files that a process remembers: 2 MB. */
const mostServed = 20_000;

/**
 * Takes a try for each request before access is checked, a body read or the database asked. These limits are counted in
 * this process; only reads are also counted by all instances together. Register after the bearer is known.
 */
export function countCalls(app: FastifyInstance, limits: Limits): void {
  /** Keys of the stored files that were served last, to anyone. */
  const served = new LRUCache<string, true>({ max: mostServed });

  app.addHook("onRequest", async (request) => {
    // The kept answers have counted it already.
    if (wasCounted(request.raw)) return;
    const count = countOf(request);
    if (count) await limits.take(...count, costOf(request));
    // A school shares one address: a pupil who spends its misses must not take the pictures away from the others.
    if (isMedia(request) && !served.has(keyOf(request))) await limits.ensureLeft(...missOf(request));
  });

  // Before the answer is sent, so that the client's next request finds it counted.
  app.addHook("onSend", async (request, { statusCode }, payload) => {
    if (!isMedia(request)) return payload;
    if (statusCode < 400) served.set(keyOf(request), true);
    if (statusCode === 404) {
      served.delete(keyOf(request));
      await limits.take(...missOf(request)).catch(() => {});
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

/** Tries that a request takes, for a read by its query alone: it may not be checked yet. */
export function costOf(request: FastifyRequest): number {
  if (request.routeOptions.config.limit !== "read") return 1;
  if (isOwnHeavyPage(request)) return Math.max(costly, Math.ceil(itemsOf(request) / itemsPerTry));
  if (isHeavyPage(request)) return costly;
  const { q = "" } = request.query as Record<string, unknown>;
  return typeof q === "string" && q.trim() !== "" ? costly : 1;
}

/** Whether a member asks for a deep or a large page. */
export const isOwnHeavyPage = (request: FastifyRequest): boolean =>
  request.bearer !== null && isHeavyPage(request);

function isHeavyPage(request: FastifyRequest): boolean {
  const { page = 1 } = request.query as Record<string, unknown>;
  const items = itemsOf(request);
  return (Number(page) - 1) * items >= deepFrom || items > largeFrom;
}

const itemsOf = ({ query }: FastifyRequest): number =>
  Number((query as Record<string, unknown>).per_page ?? bounds.perPageDefault);

/**
 * Counts calls that are refused before their work begins: by access, size, type or schema (docs/rules.md#d96). The try is
 * taken before the body is read and given back once the body is found right, so that a sender of nothing but bad bodies
 * soon has none of them read. Register after the bearer is known and before access is checked.
 */
export function countRefusals(app: FastifyInstance, limits: Limits): void {
  const counted = new WeakMap<FastifyRequest, Count>();

  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.limit !== "call") return;
    const { bearer, clientAddress } = request;
    const count: Count = bearer
      ? ["refusedByUser", String(bearer.userId)]
      : ["refusedByAddress", addressKey(clientAddress)];
    await limits.take(...count);
    counted.set(request, count);
  });

  // Runs after parsing and validation.
  app.addHook("preHandler", async (request) => {
    const count = counted.get(request);
    if (count) await limits.giveBack(...count);
  });
}
