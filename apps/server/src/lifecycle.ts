import type { FastifyInstance } from "fastify";
import { endWaitsOfClockAhead } from "./db/clock-ahead.ts";
import type { Database } from "./db/database.ts";
import type { JobRunner } from "./jobs/jobs.ts";
import type { Clock } from "./lib/clock.ts";
import type { PageService } from "./modules/pages/pages.service.ts";
import type { Services } from "./services.ts";

/** Work beside the calls: what the process starts, and what runs at intervals. */
export interface Jobs {
  readonly jobs: Pick<JobRunner, "start" | "runDue">;
  /** Moves uploaded files into place if their rows are committed already. */
  settleMedia(): Promise<void>;
  /**
   * Deletes expired data, and asks authors about what will be due; called at intervals. Throws the first failure, once all
   * is done; each is in the log.
   */
  sweep(): Promise<void>;
  /** Asks authors about what will be due; `sweep` does, too. */
  askAuthors(): Promise<void>;
  /** Makes due what a clock that was ahead has postponed; `sweep` does this, too. */
  endWaitsOfClockAhead(): Promise<void>;
}

/** Stops the services when the server closes. */
export function stopOnClose(http: FastifyInstance, services: Services, pages: PageService | null): void {
  if (pages) http.addHook("onClose", pages.close);
  http.addHook("onClose", services.feeds.stop);
  http.addHook("onClose", services.links.stop);
  http.addHook("onClose", services.pictures.close);
  http.addHook("onClose", services.rendering.close);
  http.addHook("onClose", services.jobs.stop);
  http.addHook("onClose", services.providers.close);
}

export function createJobs(
  http: FastifyInstance,
  services: Services,
  { db, clock }: { db: Database; clock: Clock },
): Jobs {
  async function endWaits(): Promise<void> {
    for (const [table, rows] of await endWaitsOfClockAhead(db.query, clock()))
      http.log.warn({ table, rows }, "the clock was ahead: what was postponed then is due now");
  }

  // Each by itself: one that fails must not block the others.
  const sweeps = {
    clock: endWaits,
    sessions: services.sessions.sweep,
    programTokens: services.programTokens.sweep,
    webhooks: services.webhooks.sweep,
    keys: services.keyed.sweep,
    signIns: services.social.sweep,
    mail: services.mail.sweep,
    accountLinks: services.accountLinks.sweep,
    places: services.places.sweep,
    resets: services.resets.sweep,
    renewals: services.renewals.askAuthors,
    links: services.links.sweep,
    exports: services.workExports.sweep,
    uploads: services.uploads.sweep,
    invitations: services.invitations.sweep,
    // Last, because it may have to wait for a bucket that is away.
    media: services.media.sweep,
  };

  return {
    jobs: services.jobs,
    settleMedia: services.media.recover,
    askAuthors: services.renewals.askAuthors,
    endWaitsOfClockAhead: endWaits,

    async sweep() {
      const failures: unknown[] = [];
      for (const [name, sweep] of Object.entries(sweeps)) {
        try {
          await sweep();
        } catch (error) {
          http.log.error({ err: error, sweep: name }, "a sweep failed");
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
