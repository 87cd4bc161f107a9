import type { Status } from "@cairn/contract";
import type { JobRunner } from "../../jobs/jobs.ts";
import type { Clock } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/disk-room.ts";
import { version } from "../../lib/version.ts";
import type { DailyAudit } from "../../verification/audit/daily-audit.ts";
import type { FeedService } from "../feeds/feeds.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { StorageService } from "../media/storage.service.ts";
import {
  isFailing,
  verdictOnAudit,
  verdictOnBackup,
  verdictOnFeeds,
  verdictOnMail,
  verdictOnQueues,
  verdictOnStorage,
} from "./status.policy.ts";

interface Dependencies {
  jobs: Pick<JobRunner, "figures">;
  mail: Pick<MailService, "last" | "refused">;
  feeds: Pick<FeedService, "figures">;
  storage: Pick<StorageService, "used">;
  dailyAudit: Pick<DailyAudit, "last">;
  /** null: none has been seen. */
  lastBackup(): Promise<Date | null>;
  dataDir: string;
  clock: Clock;
}

/** How the server does (docs/rules.md#status-of-the-server). Everything here is kept, or read from the ends of indexes. */
export function createStatusService(dependencies: Dependencies) {
  const { jobs, mail, feeds, storage, dailyAudit, lastBackup, dataDir, clock } = dependencies;
  return {
    async read(): Promise<Status> {
      const now = clock();
      const [kinds, lastMails, addresses, used, free, backup] = await Promise.all([
        jobs.figures(),
        mail.last(),
        mail.refused(),
        storage.used(),
        freeBytes(dataDir).catch(() => null),
        lastBackup(),
      ]);
      const ofMail = kinds.find(({ kind }) => kind === "mail");
      const mailFacts = {
        waiting: ofMail?.due ?? 0,
        sent_at: lastMails.sentAt?.toISOString() ?? null,
        refused_at: lastMails.givenUpAt?.toISOString() ?? null,
        refused_reason: lastMails.failure,
        addresses_refused: addresses,
      };
      const storageFacts = { used_bytes: used.bytes, most_bytes: used.most, free_bytes: free };
      const figures = feeds.figures();
      const audit = dailyAudit.last();
      return {
        version,
        mail: { ...mailFacts, ...verdictOnMail(mailFacts, ofMail) },
        feeds: {
          items: figures.map((feed) => ({
            name: feed.name,
            read_at:
              feed.ageSeconds === null
                ? null
                : new Date(now.getTime() - feed.ageSeconds * 1000).toISOString(),
            failing: isFailing(feed),
          })),
          ...verdictOnFeeds(figures),
        },
        queues: {
          items: kinds.map(({ kind, due, overdueSeconds, failing, lastFailure }) => ({
            kind,
            waiting: due,
            oldest_seconds: Math.floor(overdueSeconds),
            failing,
            last_failure: lastFailure,
          })),
          ...verdictOnQueues(kinds),
        },
        storage: { ...storageFacts, ...verdictOnStorage(storageFacts) },
        backup: { seen_at: backup?.toISOString() ?? null, ...verdictOnBackup(backup, now) },
        audit: {
          at: audit?.at.toISOString() ?? null,
          fits: audit?.fits ?? null,
          problem: audit?.problem ?? null,
          ...verdictOnAudit(audit),
        },
      };
    },
  };
}
export type StatusService = ReturnType<typeof createStatusService>;
