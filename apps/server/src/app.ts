import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import manifest from "../package.json" with { type: "json" };
import { followChanges } from "./events/changes.ts";
import { createHttp, openLimits, usePlugins } from "./http.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { type DiskRoom, endlessRoom } from "./lib/disk-room.ts";
import { createDrain, type Drain } from "./lib/graceful-stop.ts";
import { createJobs, type Jobs, stopOnClose } from "./lifecycle.ts";
import { metricsRoutes } from "./metrics/metrics.routes.ts";
import { createMetrics } from "./metrics/metrics.ts";
import type { ErasingService } from "./modules/erasing/erasing.service.ts";
import type { FeedService } from "./modules/feeds/feeds.service.ts";
import type { LogService } from "./modules/ledger/log/log.service.ts";
import type { LinkService } from "./modules/links/links.service.ts";
import { createPageService } from "./modules/pages/pages.service.ts";
import type { OperatorService } from "./operator/operator.service.ts";
import type { LimitedRoute } from "./plugins/call-limits.ts";
import { startLive } from "./realtime/live.ts";
import type { LiveLimits } from "./realtime/live-limits.ts";
import { mountRoutes } from "./routes.ts";
import { createServices, type ServiceDependencies } from "./services.ts";
import type { DailyAudit } from "./verification/audit/daily-audit.ts";

export interface AppDependencies extends Omit<ServiceDependencies, "clock" | "rateLimits" | "changes"> {
  /** Folder of the built site; null: only the API is served. */
  readonly siteDir: string | null;
  readonly clock?: Clock;
  /** Limits of the live sockets; tests shorten them. */
  readonly liveLimits?: Partial<LiveLimits>;
  /** Adds hooks that see all answers: tests compare these with the contract. */
  readonly watchAnswers?: (http: FastifyInstance) => void;
  /** Whether the disk has room for new data. */
  readonly room?: DiskRoom;
  /** The program of the thread that renders pages; tests let it fail. */
  readonly pageProgram?: URL;
  /** Milliseconds that a call waits for Redis; tests allow more. */
  readonly redisTimeoutMs?: number;
}

export interface App extends Jobs {
  readonly http: FastifyInstance;
  /** What each route is counted as. */
  readonly routes: readonly LimitedRoute[];
  readonly drain: Drain;
  readonly feeds: FeedService;
  readonly links: LinkService;
  /** For the command line. */
  readonly operator: OperatorService;
  readonly publicLog: LogService;
  readonly dailyAudit: DailyAudit;
  readonly erasing: Pick<ErasingService, "begin">;
  /** Also measures the process itself; call it once per process. */
  watchProcess(): void;
}

/** Builds the HTTP app around the services; does not listen. */
export async function buildApp({
  config,
  db,
  secret,
  log,
  store,
  siteDir,
  clock = systemClock,
  externalLimits,
  linkPause,
  liveLimits,
  watchAnswers = () => {},
  room = endlessRoom,
  pageProgram,
  redisTimeoutMs,
}: AppDependencies): Promise<App> {
  const server = createHttp(config, log);
  const { http } = server;
  const drain = createDrain(http.server);
  const changes = await followChanges(db);
  const registry = new Registry();

  const counting = { config, secret, log, timeoutMs: redisTimeoutMs };
  const { rateLimits, sharedCounts } = await openLimits(http, counting);
  const services = await createServices({
    config,
    db,
    secret,
    log,
    store,
    clock,
    rateLimits,
    changes,
    externalLimits,
    ...(linkPause && { linkPause }),
  });
  const { publicUrl } = config;
  const pages =
    siteDir === null
      ? null
      : await createPageService({ ...services, siteDir, publicUrl, log, url: pageProgram });
  stopOnClose(http, services, pages);

  const pieces = {
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
  };
  const answers = await usePlugins(server, pieces);
  await mountRoutes(http, { config, db, services, pages, changes, drain, clock });
  const live = await startLive({
    http,
    db,
    config,
    services,
    changes,
    clock,
    drain,
    log,
    counts: rateLimits,
    ...(liveLimits && { limits: liveLimits }),
  });
  const metrics = createMetrics({
    registry,
    version: manifest.version,
    db,
    dataDir: config.dataDir,
    clock,
    drain,
    live,
    answers,
    sharedCounts,
    store,
    services,
  });
  metricsRoutes(http, metrics, config.metricsToken);
  await http.ready();

  const { feeds, links, operator, publicLog, dailyAudit, erasing } = services;
  return {
    http,
    routes: server.routes,
    drain,
    feeds,
    links,
    operator,
    publicLog,
    dailyAudit,
    erasing,
    watchProcess: metrics.watchProcess,
    ...createJobs(http, services, { db, clock }),
  };
}
