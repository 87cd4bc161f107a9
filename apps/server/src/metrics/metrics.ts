import { collectDefaultMetrics, Gauge, Histogram, type Registry } from "prom-client";
import type { SharedAnswerFigures } from "../answers/shared-answers.ts";
import type { Database } from "../db/database.ts";
import type { JobFigures } from "../db/jobs.ts";
import type { JobRunner } from "../jobs/jobs.ts";
import type { Clock } from "../lib/clock.ts";
import type { Drain } from "../lib/graceful-stop.ts";
import { Tally } from "../lib/tally.ts";
import type { FeedService } from "../modules/feeds/feeds.service.ts";
import type { LinkService } from "../modules/links/links.service.ts";
import type { MailService } from "../modules/mail/mail.service.ts";
import type { Forms } from "../modules/media/forms.ts";
import type { StorageService } from "../modules/media/storage.service.ts";
import type { MediaStore } from "../modules/media/store/media-store.ts";
import type { NotificationService } from "../modules/notifications/notifications.service.ts";
import type { SharedCounts } from "../rate-limits/rate-limits.ts";
import type { LiveFigures } from "../realtime/live.ts";
import type { DailyAudit } from "../verification/audit/daily-audit.ts";
import { createInstruments, type Instruments } from "./instruments.ts";
import { createReadings, type Readings } from "./readings.ts";

interface Sources {
  readonly registry: Registry;
  readonly version: string;
  readonly db: Database;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly drain: Drain;
  readonly live: LiveFigures;
  readonly answers: SharedAnswerFigures;
  /** null: this process counts for itself. */
  readonly sharedCounts: SharedCounts | null;
  readonly store: MediaStore;
  readonly services: {
    jobs: JobRunner;
    mail: MailService;
    links: LinkService;
    feeds: FeedService;
    forms: Forms;
    storage: StorageService;
    notifications: NotificationService;
    dailyAudit: DailyAudit;
  };
}

export interface Metrics {
  /** All metrics in Prometheus' text format. */
  read(): Promise<{ text: string; type: string }>;
  /** Starts collecting Node's own metrics: memory, event-loop delay, garbage collection. Call it once per process. */
  watchProcess(): void;
}

/** All metrics, under the names that docs/guides/operate.md explains. */
export function createMetrics(sources: Sources): Metrics {
  const { registry, version, db, drain, live, answers, sharedCounts, store, services } = sources;
  const instruments = createInstruments(registry);
  const { gauge, gaugeBy, counterBy } = instruments;
  const ask = createReadings(sources);
  let readings: Readings = { database: null, freeBytes: null };

  const info = {
    name: "cairn_info",
    help: "Always 1",
    labelNames: ["version", "engine"],
    registers: [registry],
  };
  new Gauge(info).set({ version, engine: db.engine }, 1);
  gauge("cairn_http_requests_in_flight", "Requests without a whole answer yet", () => drain.inFlight);
  gaugeBy("cairn_sockets", "Members' open sockets, by the rooms they are in", "room", () =>
    Object.entries(live.sockets),
  );
  gauge(
    "cairn_socket_connections",
    "Open socket connections, anonymous ones included",
    () => live.connections,
  );
  counterBy("cairn_sockets_refused_total", "Sockets that were refused or cut", "reason", () =>
    live.refused.entries(),
  );
  counterBy(
    "cairn_shared_answers_total",
    "Visitors' calls that may be answered from memory",
    "outcome",
    () => [
      ["hit", answers.hits],
      ["miss", answers.misses],
    ],
  );
  gauge("cairn_shared_answers_kept", "Answers kept in memory", () => answers.entries);
  gauge("cairn_shared_answers_bytes", "Memory that kept answers may take", () => answers.bytes);
  counterBy("cairn_mails_total", "What became of mails in this process", "outcome", () =>
    services.mail.outcomes.entries(),
  );
  counterBy("cairn_links_asked_total", "Links that this process asked about", "state", () =>
    Object.entries(services.links.outcomes),
  );
  gauge("cairn_uploads_underway", "Forms with files that are being received", () => services.forms.inFlight);
  gauge("cairn_redis_up", "1: limits are shared; 0: each process has its own, stricter ones", () =>
    sharedCounts ? Number(sharedCounts.isUp) : null,
  );
  counterBy("cairn_bucket_failures_total", "Requests to the bucket that failed", "operation", () =>
    store.failures.entries(),
  );
  gauge("cairn_stored_bytes", "Bytes of the files that are kept", () => {
    return readings.database?.queues.storedBytes ?? null;
  });
  counterBy("cairn_storage_refused_total", "Uploads for which there was no room left", "quota", () =>
    services.storage.refusals.entries(),
  );
  gauge("cairn_data_free_bytes", "Room on the disk of DATA_DIR", () => readings.freeBytes);
  gauge("cairn_log_audit_fits", "1: the last audit found that all fits the public log; 0: it did not", () => {
    const fits = services.dailyAudit.last()?.fits ?? null;
    return fits === null ? null : Number(fits);
  });
  gauge("cairn_log_audit_age_seconds", "Since the last audit began", () => {
    const last = services.dailyAudit.last();
    return last && (sources.clock().getTime() - last.at.getTime()) / 1000;
  });
  showFeeds(instruments, services.feeds);
  showQueues(instruments, () => readings);
  showDatabase(instruments, registry, db, () => readings);

  return {
    async read() {
      readings = await ask();
      return { text: await registry.metrics(), type: registry.contentType };
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

function showFeeds({ gaugeBy, counterBy }: Instruments, feeds: FeedService): void {
  gaugeBy("cairn_feed_age_seconds", "Since the outside last answered well", "feed", () =>
    feeds
      .figures()
      .flatMap(({ name, ageSeconds }) => (ageSeconds === null ? [] : [[name, ageSeconds] as const])),
  );
  gaugeBy(
    "cairn_feed_live",
    "1: the last refresh went well; 0: an older copy or the sample shows",
    "feed",
    () => feeds.figures().map(({ name, source }) => [name, source === "live" ? 1 : 0]),
  );
  counterBy("cairn_feed_failures_total", "Refreshes that failed", "feed", () =>
    feeds.figures().map(({ name, failures }) => [name, failures]),
  );
}

function showQueues({ gauge, gaugeBy }: Instruments, read: () => Readings): void {
  const queues = () => read().database?.queues;
  const byKind = (figure: "due" | "overdueSeconds" | "failing") => () =>
    (read().database?.jobs ?? []).map((jobs: JobFigures) => [jobs.kind, jobs[figure]] as const);
  gaugeBy("cairn_jobs_due", "Jobs that wait to be done, 10000 at most", "kind", byKind("due"));
  gaugeBy("cairn_job_overdue_seconds", "How late the first of them is", "kind", byKind("overdueSeconds"));
  gaugeBy(
    "cairn_jobs_failing",
    "Jobs that failed and will be tried again, 10000 at most",
    "kind",
    byKind("failing"),
  );
  gauge(
    "cairn_mail_addresses_refused",
    "Members whose mail server refused their address, 10000 at most",
    () => {
      return read().database?.refusedAddresses ?? null;
    },
  );
  gauge("cairn_review_queue_oldest_seconds", "How long the first of them waits", () => {
    return queues()?.oldestItemSeconds ?? null;
  });
  for (const [name, [metric, help]] of Object.entries(totals)) {
    gauge(metric, help, () => {
      const known = queues()?.totals;
      return known ? (known[name] ?? 0) : null;
    });
  }
}

/** Metric and help of counts that triggers keep, by their names in the table `kept_counts`. */
const totals: Readonly<Record<string, readonly [metric: string, help: string]>> = {
  "items waiting": ["cairn_review_queue", "Revisions that wait for an admin"],
  "open reports": ["cairn_reports_open", "Members' reports that nobody closed"],
  "open deletion_requests": ["cairn_deletion_requests_open", "Accounts whose owners asked to delete them"],
};

function showDatabase(
  { gauge, gaugeBy, counter, counterBy }: Instruments,
  registry: Registry,
  db: Database,
  read: () => Readings,
): void {
  const durations = new Histogram({
    name: "cairn_database_statement_duration_seconds",
    help: "Time of single statements, waiting included",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  const failures = new Tally();
  db.observe((ms, failure) => {
    durations.observe(ms / 1000);
    if (failure !== null) failures.add(failure);
  });
  gauge("cairn_database_up", "1: it answered this scrape within two seconds", () =>
    read().database ? 1 : 0,
  );
  counterBy("cairn_database_errors_total", "Statements that failed, by class of SQLSTATE", "class", () =>
    failures.entries(),
  );
  gauge(
    "cairn_database_waiting",
    "Callers that wait for a transaction or a connection",
    () => db.figures.waiting,
  );
  counter("cairn_database_restarts_total", "Restarts of the embedded engine", () => db.figures.restarts);
  gauge("cairn_database_wal_bytes", "Log that a start after a crash would have to read", () => {
    return read().database?.uncheckpointedBytes ?? null;
  });
  gaugeBy("cairn_database_connections", "Connections to the server", "state", () => {
    const { connections } = db.figures;
    return connections ? [["open", connections.open] as const, ["idle", connections.idle] as const] : [];
  });
}
