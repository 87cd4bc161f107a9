import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { warmUp } from "./db/warm-up.ts";
import { followChanges } from "./events/changes.ts";
import { addressKey } from "./lib/client-address.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { createDrain, type Drain } from "./lib/graceful-stop.ts";
import { adminRoutes } from "./modules/admin/admin.routes.ts";
import { authRoutes } from "./modules/auth/auth.routes.ts";
import { socialRoutes } from "./modules/auth/social.routes.ts";
import { categoryRoutes } from "./modules/categories/categories.routes.ts";
import { commentRoutes } from "./modules/comments/comments.routes.ts";
import { contentRoutes } from "./modules/content/content.routes.ts";
import { writingRoutes } from "./modules/content/writing.routes.ts";
import { feedRoutes } from "./modules/feeds/feeds.routes.ts";
import type { FeedService } from "./modules/feeds/feeds.service.ts";
import { healthRoutes } from "./modules/health/health.routes.ts";
import { ledgerRoutes } from "./modules/ledger/ledger.routes.ts";
import { likeRoutes } from "./modules/likes/likes.routes.ts";
import { mediaRoutes } from "./modules/media/media.routes.ts";
import { profileRoutes } from "./modules/profiles/profiles.routes.ts";
import { reportRoutes } from "./modules/reports/reports.routes.ts";
import { reviewRoutes } from "./modules/reviews/reviews.routes.ts";
import { searchRoutes } from "./modules/search/search.routes.ts";
import { syndicationRoutes } from "./modules/syndication/syndication.routes.ts";
import { useAccess } from "./plugins/access.ts";
import { useBodyDeadline } from "./plugins/body-deadline.ts";
import { answerError, toAppError, useErrorAnswers } from "./plugins/errors.ts";
import { useForms } from "./plugins/forms.ts";
import { createLimits, noLimits } from "./plugins/limits.ts";
import { useOpenApi } from "./plugins/openapi.ts";
import { useSecurityHeaders } from "./plugins/security-headers.ts";
import { useSharedAnswers } from "./plugins/shared-answers.ts";
import { useSite, wantsConstraint } from "./plugins/site.ts";
import { buildValidator, useStrictInput } from "./plugins/validation.ts";
import { createServices, type ServiceDependencies } from "./services.ts";

export interface AppDependencies extends Omit<ServiceDependencies, "clock" | "limits"> {
  /** The built site; null: calls only. */
  readonly siteDir: string | null;
  readonly clock?: Clock;
}

export interface App {
  readonly http: FastifyInstance;
  readonly drain: Drain;
  readonly feeds: FeedService;
  /** Forgets what has been dead for long; called now and then. */
  sweep(): Promise<void>;
  /** Runs what every visitor's first page needs, so that the first visitor does not wait for it. */
  warmUp(): Promise<void>;
}

const jsonBodyLimit = 256 * 1024;

/** Puts the services behind HTTP; never listens. */
export async function buildApp({
  config,
  db,
  secret,
  log,
  mediaDir,
  siteDir,
  clock = systemClock,
  outsideLimits,
}: AppDependencies): Promise<App> {
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: jsonBodyLimit,
    schemaController: { compilersFactory: { buildValidator } },
    http: { headersTimeout: 30_000 },
    // The longest upload; any other body has its own deadline.
    requestTimeout: 60 * 60 * 1000,
    // What fails before any route is found, an address that cannot be decoded for one.
    frameworkErrors: (error, request, reply) => void answerError(toAppError(error), request, reply),
    return503OnClosing: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 200,
      constraints: { wants: wantsConstraint },
    },
  });
  const drain = createDrain(http.server);
  const changes = await followChanges(db);
  const limits = config.rateLimits ? createLimits() : noLimits;

  const services = await createServices({ config, db, secret, log, mediaDir, clock, limits, outsideLimits });
  http.addHook("onClose", services.feeds.stop);
  http.addHook("onClose", services.pictures.close);

  useSecurityHeaders(http, config.publicUrl);
  logRequests(http);
  useErrorAnswers(http);
  useStrictInput(http);
  useForms(http);
  useBodyDeadline(http);
  await http.register(cors, {
    origin: [...config.allowedOrigins],
    credentials: true,
    strictPreflight: false,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: [
      "X-Total-Count",
      "X-Next-Cursor",
      "Link",
      "X-Request-Id",
      "X-Feed-Source",
      "Retry-After",
      "Idempotent-Replay",
    ],
    maxAge: 600,
  });
  await useOpenApi(http, config.publicUrl);
  await useSite(http, {
    directory: siteDir,
    publicUrl: config.publicUrl,
    previewOf: services.content.preview,
  });
  useAccess(http, services);
  useSharedAnswers(http, changes);
  http.addHook("onRequest", async (request) => {
    const isCall = request.routeOptions.config.endpoint !== undefined;
    if (isCall && request.method === "GET" && !request.bearer)
      await limits.take("readByAddress", addressKey(request.ip));
  });

  async function calls(scope: FastifyInstance): Promise<void> {
    healthRoutes(scope, db, drain);
    authRoutes(scope, services.auth);
    contentRoutes(scope, services.content, services.ledger);
    writingRoutes(scope, services);
    profileRoutes(scope, services.profiles, services.forms);
    commentRoutes(scope, services.comments, services.keyed);
    likeRoutes(scope, services.likes, services.keyed);
    categoryRoutes(scope, services.categories);
    reviewRoutes(scope, { desk: services.desk, reviews: services.reviews, clock });
    reportRoutes(scope, services.reports);
    adminRoutes(scope, services.admin);
    ledgerRoutes(scope, services.ledger);
    mediaRoutes(scope, services.media, mediaDir);
    feedRoutes(scope, services.feeds);
    searchRoutes(scope, services.search);
    syndicationRoutes(scope, { content: services.content, changes, publicUrl: config.publicUrl });
  }
  socialRoutes(http);
  await http.register(calls);
  await http.register(calls, { prefix: "/api" });
  await http.ready();
  const sweep = async () => {
    await services.sessions.sweep();
    await services.keyed.sweep();
    await services.media.sweep();
  };
  const firstPage = [() => services.content.list(null, {}), () => http.inject({ url: "/health/ready" })];
  return { http, drain, feeds: services.feeds, sweep, warmUp: () => warmUp(firstPage) };
}

/** One line for each call, without query strings: they can carry tokens (D24). */
function logRequests(http: FastifyInstance): void {
  http.addHook("onResponse", async (request, reply) => {
    if (!request.routeOptions.config.endpoint) return;
    const [path] = request.url.split("?", 1);
    const facts = {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(facts, "answered");
  });
}
