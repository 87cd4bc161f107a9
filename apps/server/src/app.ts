import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { warmUp } from "./db/warm-up.ts";
import { followChanges } from "./events/changes.ts";
import { addressKey } from "./lib/client-address.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { createDrain, type Drain } from "./lib/graceful-stop.ts";
import type { SafeFetchSettings } from "./lib/safe-fetch.ts";
import { createAccountService } from "./modules/admin/accounts.service.ts";
import { createActivityService } from "./modules/admin/activity.service.ts";
import { adminRoutes } from "./modules/admin/admin.routes.ts";
import { createCategoryDeskService } from "./modules/admin/category-desk.service.ts";
import { createOverviewService } from "./modules/admin/overview.service.ts";
import { authRoutes } from "./modules/auth/auth.routes.ts";
import { createAuthService } from "./modules/auth/auth.service.ts";
import { createSessions } from "./modules/auth/sessions.ts";
import { createAccessTokens } from "./modules/auth/tokens.ts";
import { categoryRoutes } from "./modules/categories/categories.routes.ts";
import { createCategoryService } from "./modules/categories/categories.service.ts";
import { commentRoutes } from "./modules/comments/comments.routes.ts";
import { createCommentService } from "./modules/comments/comments.service.ts";
import { contentRoutes } from "./modules/content/content.routes.ts";
import { createContentService } from "./modules/content/content.service.ts";
import { createWorkplaceService } from "./modules/content/workplace.service.ts";
import { writingRoutes } from "./modules/content/writing.routes.ts";
import { createWritingService } from "./modules/content/writing.service.ts";
import { feedRoutes } from "./modules/feeds/feeds.routes.ts";
import { createFeedService, type FeedService } from "./modules/feeds/feeds.service.ts";
import { healthRoutes } from "./modules/health/health.routes.ts";
import { ledgerRoutes } from "./modules/ledger/ledger.routes.ts";
import { createLedgerService } from "./modules/ledger/ledger.service.ts";
import { likeRoutes } from "./modules/likes/likes.routes.ts";
import { createLikeService } from "./modules/likes/likes.service.ts";
import { declaredKind } from "./modules/media/kinds.ts";
import { mediaRoutes } from "./modules/media/media.routes.ts";
import { createMediaService } from "./modules/media/media.service.ts";
import { createMediaAddresses } from "./modules/media/media-addresses.ts";
import { createMediaFiles } from "./modules/media/media-files.ts";
import { createPictureProcess } from "./modules/media/pictures/picture-process.ts";
import { profileRoutes } from "./modules/profiles/profiles.routes.ts";
import { createProfileService } from "./modules/profiles/profiles.service.ts";
import { reportRoutes } from "./modules/reports/reports.routes.ts";
import { createReportService } from "./modules/reports/reports.service.ts";
import { createDeskService } from "./modules/reviews/desk.service.ts";
import { reviewRoutes } from "./modules/reviews/reviews.routes.ts";
import { createReviewService } from "./modules/reviews/reviews.service.ts";
import { searchRoutes } from "./modules/search/search.routes.ts";
import { createSearchService } from "./modules/search/search.service.ts";
import { syndicationRoutes } from "./modules/syndication/syndication.routes.ts";
import { createUserService } from "./modules/users/users.service.ts";
import { useAccess } from "./plugins/access.ts";
import { useBodyDeadline } from "./plugins/body-deadline.ts";
import { useErrorAnswers } from "./plugins/errors.ts";
import { createForms, useForms } from "./plugins/forms.ts";
import { createKeyedCalls } from "./plugins/idempotency.ts";
import { createLimits, noLimits } from "./plugins/limits.ts";
import { useOpenApi } from "./plugins/openapi.ts";
import { useSecurityHeaders } from "./plugins/security-headers.ts";
import { useSharedAnswers } from "./plugins/shared-answers.ts";
import { useSite, wantsConstraint } from "./plugins/site.ts";
import { buildValidator, useStrictInput } from "./plugins/validation.ts";

export interface AppDependencies {
  readonly config: Config;
  readonly db: Database;
  /** Signs access tokens and media addresses. */
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** Where uploaded and demo files lie. */
  readonly mediaDir: string;
  /** The built site; null: calls only. */
  readonly siteDir: string | null;
  readonly clock?: Clock;
  /** How calls to the outside are bounded; tests shorten it. */
  readonly outsideLimits?: Partial<SafeFetchSettings>;
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

/** Wires everything; never listens. The one place where modules meet. */
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

  const users = createUserService({ db });
  const sessions = await createSessions({ db, accessTokens: createAccessTokens(secret), clock });
  const auth = createAuthService({ users, sessions, limits, clock });
  const addresses = createMediaAddresses(secret);
  const categories = createCategoryService({ db });
  const likes = createLikeService({ db, users, limits, clock });
  const content = createContentService({ db, users, likes, categories, addresses, clock });
  const comments = createCommentService({ db, users, content, limits, clock });
  const keyed = createKeyedCalls({ db, clock });
  const ledger = createLedgerService({ db });
  const desk = createDeskService({ db, categories, ledger, addresses, clock });
  const reviews = createReviewService({ db, ledger, clock });
  const reports = createReportService({ db, users, content, limits, clock });
  const admin = {
    accounts: createAccountService({ db, auth, sessions, clock }),
    categories,
    categoryDesk: createCategoryDeskService({ db, clock }),
    overview: createOverviewService({ db, clock }),
    activity: createActivityService({ db }),
  };
  const search = createSearchService({ db, categories, content });
  const files = await createMediaFiles(mediaDir);
  const pictures = createPictureProcess();
  const media = createMediaService({ db, addresses, files, pictures, clock });
  await media.recover();
  const writing = createWritingService({ db, users, categories, content, media, ledger, limits, clock });
  const workplace = createWorkplaceService({ db, users, content, clock });
  const profiles = createProfileService({ db, users, auth, media, addresses });
  const forms = createForms({ limits, ...files, accepts: (type) => declaredKind(type) !== null });
  const feeds = await createFeedService({ config, db, clock, log, outsideLimits });
  http.addHook("onClose", feeds.stop);
  http.addHook("onClose", pictures.close);

  useSecurityHeaders(http, config.publicUrl);
  logRequests(http);
  useErrorAnswers(http);
  useStrictInput(http);
  useForms(http);
  useBodyDeadline(http);
  await http.register(cors, {
    origin: [...config.allowedOrigins],
    credentials: true,
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
  await useSite(http, { directory: siteDir, publicUrl: config.publicUrl, previewOf: content.preview });
  useAccess(http, { sessions, users });
  useSharedAnswers(http, changes);
  http.addHook("onRequest", async (request) => {
    const isCall = request.routeOptions.config.endpoint !== undefined;
    if (isCall && request.method === "GET" && !request.bearer)
      await limits.take("readByAddress", addressKey(request.ip));
  });

  async function calls(scope: FastifyInstance): Promise<void> {
    healthRoutes(scope, db, drain);
    authRoutes(scope, auth);
    contentRoutes(scope, content, ledger);
    writingRoutes(scope, { writing, workplace, forms, keyed });
    profileRoutes(scope, profiles, forms);
    commentRoutes(scope, comments, keyed);
    likeRoutes(scope, likes, keyed);
    categoryRoutes(scope, categories);
    reviewRoutes(scope, { desk, reviews, clock });
    reportRoutes(scope, reports);
    adminRoutes(scope, admin);
    ledgerRoutes(scope, ledger);
    mediaRoutes(scope, media, mediaDir);
    feedRoutes(scope, feeds);
    searchRoutes(scope, search);
    syndicationRoutes(scope, { content, changes, publicUrl: config.publicUrl });
  }
  await http.register(calls);
  await http.register(calls, { prefix: "/api" });
  await http.ready();
  const sweep = async () => {
    await sessions.sweep();
    await keyed.sweep();
    await media.sweep();
  };
  const firstPage = [() => content.list(null, {}), () => http.inject({ url: "/health/ready" })];
  return { http, drain, feeds, sweep, warmUp: () => warmUp(firstPage) };
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
