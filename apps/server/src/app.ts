import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { Registry } from "prom-client";
import manifest from "../package.json" with { type: "json" };
import { warmUp } from "./db/warm-up.ts";
import { followChanges } from "./events/changes.ts";
import { addressKey } from "./lib/client-address.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { type DiskRoom, endlessRoom } from "./lib/disk-room.ts";
import { createDrain, type Drain } from "./lib/graceful-stop.ts";
import { metricsRoutes } from "./metrics/metrics.routes.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { measureRequests } from "./metrics/request-metrics.ts";
import { adminRoutes } from "./modules/admin/admin.routes.ts";
import { accountAccessRoutes } from "./modules/auth/account-access.routes.ts";
import { authRoutes } from "./modules/auth/auth.routes.ts";
import { sessionRoutes } from "./modules/auth/sessions.routes.ts";
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
import { notificationRoutes } from "./modules/notifications/notifications.routes.ts";
import type { OperatorService } from "./modules/operator/operator.service.ts";
import { profileRoutes } from "./modules/profiles/profiles.routes.ts";
import { reportRoutes } from "./modules/reports/reports.routes.ts";
import { reviewRoutes } from "./modules/reviews/reviews.routes.ts";
import { searchRoutes } from "./modules/search/search.routes.ts";
import { socialLoginRoutes } from "./modules/social-login/social-login.routes.ts";
import { syndicationRoutes } from "./modules/syndication/syndication.routes.ts";
import { useAccess } from "./plugins/access.ts";
import { useBodyDeadline } from "./plugins/body-deadline.ts";
import { useDiskRoom } from "./plugins/disk-room.ts";
import { answerError, toAppError, useErrorAnswers } from "./plugins/errors.ts";
import { useForms } from "./plugins/forms.ts";
import { createLimits, noLimits } from "./plugins/limits.ts";
import type { CountsInRedis } from "./plugins/limits-in-redis.ts";
import { useOpenApi } from "./plugins/openapi.ts";
import { logRequests } from "./plugins/request-log.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { buildSerializer } from "./plugins/serialisation.ts";
import { useSharedAnswers } from "./plugins/shared-answers.ts";
import { useSite, wantsConstraint } from "./plugins/site.ts";
import { type StrictAnswers, useStrictAnswers } from "./plugins/strict-answers.ts";
import { buildValidator, useStrictInput } from "./plugins/validation.ts";
import { startLive } from "./realtime/live.ts";
import type { LiveLimits } from "./realtime/live-limits.ts";
import { createServices, type ServiceDependencies } from "./services.ts";

export interface AppDependencies extends Omit<ServiceDependencies, "clock" | "limits"> {
  /** The built site; null: calls only. */
  readonly siteDir: string | null;
  readonly clock?: Clock;
  /** What one may take of the sockets; tests shorten it. */
  readonly liveLimits?: Partial<LiveLimits>;
  /** What becomes of an answer that is not what the contract says; tests fail by it. */
  readonly strictAnswers?: StrictAnswers;
  /** Whether there is room for anything new. */
  readonly room?: DiskRoom;
  /** Milliseconds that a call waits for Redis; tests lengthen it. */
  readonly redisPatience?: number;
}

export interface App {
  readonly http: FastifyInstance;
  readonly drain: Drain;
  readonly feeds: FeedService;
  readonly mail: Mail;
  /** For the command line. */
  readonly operator: OperatorService;
  /** Forgets what has been dead for long; called now and then. */
  sweep(): Promise<void>;
  /** Also measures the process itself; once in each. */
  watchProcess(): void;
  /** Runs what every visitor's first page needs, so that the first visitor does not wait for it. */
  warmUp(): Promise<void>;
}

interface Mail {
  /** From now on mail goes out by itself. */
  start(): Promise<void>;
  /** Sends what is due, codes that were asked for included. */
  deliverDue(): Promise<void>;
}

const jsonBodyLimit = 256 * 1024;

/** Where people are served, an answer that is not quite right is better than none. */
const sampledAnswers: StrictAnswers = {
  oneIn: 100,
  onMisfit: (problem, request) => request.log.error({ problem }, "an answer does not fit the contract"),
};

/** Puts the services behind HTTP; never listens. */
export async function buildApp({
  config,
  db,
  secret,
  log,
  store,
  siteDir,
  clock = systemClock,
  outsideLimits,
  liveLimits,
  strictAnswers = sampledAnswers,
  room = endlessRoom,
  redisPatience,
}: AppDependencies): Promise<App> {
  const secure = securityHeaders(config.publicUrl);
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: jsonBodyLimit,
    schemaController: { compilersFactory: { buildValidator, buildSerializer } },
    http: { headersTimeout: 30_000 },
    // The longest upload; any other body has its own deadline.
    requestTimeout: 60 * 60 * 1000,
    // What fails before any route is found, an address that cannot be decoded for one.
    frameworkErrors(error, request, reply) {
      secure(request, reply);
      answerError(toAppError(error), request, reply);
    },
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
  const { rateLimits, redisUrl } = config;
  let sharedCounts: CountsInRedis | null = null;
  if (rateLimits && redisUrl) {
    // Only a site with a Redis loads its client.
    const { countInRedis } = await import("./plugins/limits-in-redis.ts");
    sharedCounts = await countInRedis({ url: redisUrl, secret, log, patience: redisPatience });
  }
  if (sharedCounts) http.addHook("onClose", sharedCounts.close);
  const limits = rateLimits ? createLimits(sharedCounts) : noLimits;

  const services = await createServices({ config, db, secret, log, store, clock, limits, outsideLimits });
  http.addHook("onClose", services.feeds.stop);
  http.addHook("onClose", services.pictures.close);
  http.addHook("onClose", services.resets.stop);
  http.addHook("onClose", services.mail.stop);
  http.addHook("onClose", services.providers.close);

  http.addHook("onRequest", async (request, reply) => secure(request, reply));
  logRequests(http);
  const registry = new Registry();
  measureRequests(http, registry);
  useErrorAnswers(http);
  useStrictAnswers(http, strictAnswers);
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
  useDiskRoom(http, room);
  const sharedAnswers = useSharedAnswers(http, changes);
  http.addHook("onRequest", async (request) => {
    // HEAD does the work of its GET.
    const isRead = request.routeOptions.config.endpoint?.method === "GET";
    if (isRead && !request.bearer) await limits.take("readByAddress", addressKey(request.ip));
  });

  async function calls(scope: FastifyInstance): Promise<void> {
    healthRoutes(scope, db, drain);
    authRoutes(scope, services.auth);
    accountAccessRoutes(scope, { ...services, publicUrl: config.publicUrl });
    sessionRoutes(scope, services.sessions);
    contentRoutes(scope, services.content, services.ledger);
    writingRoutes(scope, services);
    profileRoutes(scope, services.profiles, services.forms);
    commentRoutes(scope, services.comments, services.keyed);
    likeRoutes(scope, services.likes, services.keyed);
    notificationRoutes(scope, services.notifications);
    categoryRoutes(scope, services.categories);
    reviewRoutes(scope, { desk: services.desk, reviews: services.reviews, clock });
    reportRoutes(scope, services.reports);
    adminRoutes(scope, services.admin);
    ledgerRoutes(scope, services.ledger);
    mediaRoutes(scope, services.media, config);
    feedRoutes(scope, services.feeds);
    searchRoutes(scope, services.search);
    syndicationRoutes(scope, { content: services.content, changes, publicUrl: config.publicUrl });
  }
  socialLoginRoutes(http, services.social, config.publicUrl);
  await http.register(calls);
  await http.register(calls, { prefix: "/api" });
  const live = await startLive({
    http,
    db,
    config,
    services,
    clock,
    drain,
    log,
    ...(liveLimits && { limits: liveLimits }),
  });
  const { dataDir, metricsToken } = config;
  const metrics = createMetrics({
    registry,
    version: manifest.version,
    db,
    dataDir,
    clock,
    drain,
    live,
    sharedAnswers,
    sharedCounts,
    store,
    services,
  });
  metricsRoutes(http, metrics, metricsToken);
  await http.ready();
  const sweep = async () => {
    await services.sessions.sweep();
    await services.keyed.sweep();
    await services.social.sweep();
    await services.mail.sweep();
    await services.accountLinks.sweep();
    await services.resets.sweep();
    // Last: it may have to do with a bucket that is away.
    await services.media.sweep();
  };
  // Joins nearly every table: the first one in a process pays for learning them, ten times what it costs later.
  const firstUses = [() => services.desk.list(0, {})];
  const firstPage = [() => services.content.list(null, {}), () => http.inject({ url: "/health/ready" })];
  const mail: Mail = {
    async start() {
      await services.resets.start();
      await services.mail.start();
    },
    async deliverDue() {
      await services.resets.handleRequests();
      await services.mail.deliverDue();
    },
  };
  const { feeds, operator } = services;
  return {
    http,
    drain,
    feeds,
    mail,
    operator,
    sweep,
    watchProcess: metrics.watchProcess,
    warmUp: () => warmUp({ firstPage, firstUses }),
  };
}
