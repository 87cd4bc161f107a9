import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { publicPages } from "@cairn/contract";
import cors from "@fastify/cors";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Registry } from "prom-client";
import { createSharedAnswers, type SharedAnswerFigures } from "./answers/shared-answers.ts";
import { boundsOf } from "./calls/body-bounds.ts";
import { wishConstraint } from "./calls/page-or-call.ts";
import { useStrictInput, validatorFactory } from "./calls/validation.ts";
import type { Config } from "./config.ts";
import type { Changes } from "./events/changes.ts";
import { ensure } from "./lib/app-error.ts";
import { addressKey, clientAddress } from "./lib/client-address.ts";
import type { Clock } from "./lib/clock.ts";
import type { DiskRoom } from "./lib/disk-room.ts";
import { measureRequests } from "./metrics/request-metrics.ts";
import { readBearers, useAccess } from "./modules/auth/access.ts";
import { keepToMembers } from "./modules/auth/members-only.ts";
import { useForms } from "./modules/media/forms.ts";
import type { PageService } from "./modules/pages/pages.service.ts";
import { overrideMethod, useTusHeaders } from "./modules/uploads/uploads.routes.ts";
import { type AllowedMethods, followRoutes } from "./plugins/allowed-methods.ts";
import { useBodyDeadline } from "./plugins/body-deadline.ts";
import { refuseTinyPieces } from "./plugins/body-pieces.ts";
import { answerInTurn, boundConnections } from "./plugins/bounded-connections.ts";
import { countAnswers, countCalls, countRefusals, followLimits } from "./plugins/call-limits.ts";
import { nameClients } from "./plugins/client-addresses.ts";
import { useCompression } from "./plugins/compression.ts";
import { useDiskRoom } from "./plugins/disk-room.ts";
import { answerError, toAppError, useErrorAnswers } from "./plugins/errors.ts";
import { boundHeldBodies } from "./plugins/held-bodies.ts";
import { useIfMatch } from "./plugins/if-match.ts";
import { useOpenApi } from "./plugins/openapi.ts";
import { usePrivateAnswers } from "./plugins/private-answers.ts";
import { logRequests } from "./plugins/request-log.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { buildSerializer } from "./plugins/serialisation.ts";
import { useSite } from "./plugins/site.ts";
import { endStalledAnswers } from "./plugins/stalled-answers.ts";
import { takeTurnsOfAddress, takeTurnsOfCostlyReads, takeTurnsOfMember } from "./plugins/turns.ts";
import { answerUnparsed } from "./plugins/unparsed-requests.ts";
import { readUnreadBodies } from "./plugins/unread-bodies.ts";
import type { CountsInRedis } from "./rate-limits/limits-in-redis.ts";
import {
  createRateLimits,
  noRateLimits,
  type RateLimits,
  refusalMs,
  rulesFor,
} from "./rate-limits/rate-limits.ts";
import type { Services } from "./services.ts";

/** The HTTP server without plugins or routes. */
export function createHttp(config: Config, log: FastifyBaseLogger) {
  const { trustProxy, rateLimits } = config;
  const secure = securityHeaders(config);
  const unparsed = answerUnparsed(config, log);
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildValidator: validatorFactory(), buildSerializer } },
    bodyLimit: boundsOf(undefined).kilobytes * 1024,
    // A missing Host header is refused below, with a proper message. By default Node checks for slow senders only every
    // 30 seconds: they could stay for up to a minute.
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: unparsed.onClientError,
    // Long enough for the longest upload; any other body has its own deadline.
    requestTimeout: 60 * 60 * 1000,
    // For failures before any route is found, such as an address that cannot be decoded.
    frameworkErrors(error, request, reply) {
      secure(request, reply);
      setTimeout(() => answerError(toAppError(error), request, reply), refusalMs);
    },
    return503OnClosing: false,
    rewriteUrl(request) {
      overrideMethod(request);
      return request.url ?? "/";
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 200,
      constraints: { wish: wishConstraint },
    },
  });
  nameClients(http, trustProxy);
  const addressOf = clientAddress(trustProxy);
  // A proxy that is trusted bounds its clients itself.
  const isBounded = rateLimits && trustProxy.length === 0;
  const offend = isBounded ? boundConnections(http.server) : () => {};
  unparsed.watch(http.server, offend);
  endStalledAnswers(http.server);
  const keyOf = (request: IncomingMessage) => addressKey(addressOf(request));
  readUnreadBodies(http.server, keyOf);
  answerInTurn(http.server, keyOf, offend);
  // The pieces of a body may arrive before its request's turn.
  refuseTinyPieces(http.server, (error, { socket }) => unparsed.onClientError(error, socket));
  return { http, secure, allowedMethods: followRoutes(http), routes: followLimits(http) };
}
type Http = ReturnType<typeof createHttp>;

interface LimitDependencies {
  readonly config: Config;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** Milliseconds that a call waits for Redis. */
  readonly timeoutMs: number | undefined;
}

/** The rate limits, counted in this process, or in a Redis that all instances share. */
export async function openLimits(
  http: FastifyInstance,
  { config, secret, log, timeoutMs }: LimitDependencies,
): Promise<{ rateLimits: RateLimits; sharedCounts: CountsInRedis | null }> {
  const { rateLimits, redisUrl } = config;
  if (!rateLimits) return { rateLimits: noRateLimits, sharedCounts: null };
  const rules = rulesFor(config);
  if (!redisUrl) return { rateLimits: createRateLimits(null, rules), sharedCounts: null };
  // The Redis client is only loaded if a Redis is configured.
  const { countInRedis } = await import("./rate-limits/limits-in-redis.ts");
  const sharedCounts = await countInRedis({ url: redisUrl, secret, log, timeoutMs, rules });
  http.addHook("onClose", sharedCounts.close);
  return { rateLimits: createRateLimits(sharedCounts, rules), sharedCounts };
}

interface PluginDependencies {
  readonly config: Config;
  readonly services: Services;
  readonly pages: PageService | null;
  readonly rateLimits: RateLimits;
  readonly changes: Changes;
  readonly registry: Registry;
  readonly siteDir: string | null;
  readonly watchAnswers: (http: FastifyInstance) => void;
  readonly room: DiskRoom;
  readonly clock: Clock;
}

/** All plugins. Hooks run in the order in which they are added here. */
export async function usePlugins(
  { http, secure, allowedMethods }: Http,
  {
    config,
    services,
    pages,
    rateLimits,
    changes,
    registry,
    siteDir,
    watchAnswers,
    room,
    clock,
  }: PluginDependencies,
): Promise<SharedAnswerFigures> {
  const { publicUrl } = config;
  logRequests(http);
  measureRequests(http, registry);
  const audience = () => services.settings.values().audience;
  const shared = createSharedAnswers(changes, clock, { isForEverybody: () => audience() === "everyone" });
  shared.sendKept(http, rateLimits);
  http.addHook("onRequest", async (request, reply) => secure(request, reply));
  requireHost(http);
  useErrorAnswers(http);
  watchAnswers(http);
  useStrictInput(http);
  useForms(http);
  useBodyDeadline(http);
  useTusHeaders(http, config);
  await useCors(http, config, { rateLimits, allowedMethods });
  const site = services.settings.look;
  await useOpenApi(http, publicUrl, site);
  const previewOf = {
    item: services.content.preview,
    author: services.profiles.preview,
    series: services.series.preview,
  };
  const elsewhere = pages ? Object.values(publicPages).flatMap(({ paths }) => paths) : [];
  await useSite(http, { directory: siteDir, publicUrl, site, allowedMethods, previewOf, elsewhere });
  takeTurnsOfAddress(http);
  readBearers(http, services);
  takeTurnsOfMember(http);
  countCalls(http, rateLimits);
  countRefusals(http, rateLimits);
  useAccess(http, services.users);
  keepToMembers(http, { ...services, audience });
  boundHeldBodies(http);
  useDiskRoom(http, room);
  shared.makeAndKeep(http);
  takeTurnsOfCostlyReads(http);
  useIfMatch(http);
  usePrivateAnswers(http);
  useCompression(http);
  countAnswers(http, rateLimits);
  return shared;
}

function requireHost(http: FastifyInstance): void {
  http.addHook("onRequest", async ({ raw }) => {
    const { host } = raw.headers;
    const isNamed = host !== undefined || raw.httpVersion === "1.0";
    if (!isNamed) await sleep(refusalMs);
    ensure(isNamed, "invalid_input", { sentence: "The Host header is missing." });
  });
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

async function useCors(
  http: FastifyInstance,
  { allowedOrigins }: Config,
  { rateLimits, allowedMethods }: { rateLimits: RateLimits; allowedMethods: AllowedMethods },
): Promise<void> {
  // The plugin answers preflights before anything that is added later sees them.
  http.addHook("onRequest", async ({ method, url, clientAddress, headers }, reply) => {
    if (method !== "OPTIONS") return;
    await rateLimits.take("fileByAddress", addressKey(clientAddress));
    if (headers["access-control-request-method"] !== undefined) return;
    const allowed = url === "*" ? methods : allowedMethods(url);
    ensure(allowed.length > 0, "not_found");
    reply.header("allow", allowed.join(", "));
  });
  await http.register(cors, {
    origin: [...allowedOrigins],
    credentials: true,
    strictPreflight: false,
    methods: [...methods],
    exposedHeaders: [
      "X-Total-Count",
      "X-Next-Cursor",
      "Link",
      "X-Request-Id",
      "X-Feed-Source",
      "Retry-After",
      "Idempotent-Replay",
      "ETag",
      "Location",
      "Tus-Resumable",
      "Tus-Version",
      "Tus-Extension",
      "Tus-Max-Size",
      "Tus-Checksum-Algorithm",
      "Upload-Offset",
      "Upload-Length",
      "Upload-Metadata",
      "Upload-Expires",
    ],
    maxAge: 600,
  });
}
