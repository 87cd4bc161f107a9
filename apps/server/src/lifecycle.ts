import type { FastifyInstance } from "fastify";
import { warmUp } from "./db/warm-up.ts";
import type { PageService } from "./modules/pages/pages.service.ts";
import type { Services } from "./services.ts";

/** Work beside the calls: what the process starts, and what runs at intervals. */
export interface Jobs {
  readonly mail: Mail;
  /** Moves uploaded files into place if their rows are committed already. */
  settleMedia(): Promise<void>;
  /** Deletes expired data; called at intervals. */
  sweep(): Promise<void>;
  /** Runs the queries of every visitor's first page, so that the first visitor does not wait for them. */
  warmUp(): Promise<void>;
}

interface Mail {
  /** Starts sending mail automatically. */
  start(): Promise<void>;
  /** Sends all mail that is due, including requested codes. */
  deliverDue(): Promise<void>;
}

/** Stops the services when the server closes. */
export function stopOnClose(http: FastifyInstance, services: Services, pages: PageService | null): void {
  if (pages) http.addHook("onClose", pages.close);
  http.addHook("onClose", services.feeds.stop);
  http.addHook("onClose", services.pictures.close);
  http.addHook("onClose", services.rendering.close);
  http.addHook("onClose", services.resets.stop);
  http.addHook("onClose", services.mail.stop);
  http.addHook("onClose", services.providers.close);
}

export function createJobs(http: FastifyInstance, services: Services): Jobs {
  // Joins nearly every table: the first such query in a process loads their metadata and costs ten times more than
  // later ones.
  const firstUses = [() => services.desk.list(0, {})];
  const firstPage = [() => services.content.list(null, {}), () => http.inject({ url: "/health/ready" })];

  return {
    settleMedia: services.media.recover,
    warmUp: () => warmUp({ firstPage, firstUses }),

    async sweep() {
      await services.sessions.sweep();
      await services.keyed.sweep();
      await services.social.sweep();
      await services.mail.sweep();
      await services.accountLinks.sweep();
      await services.places.sweep();
      await services.resets.sweep();
      // Last, because it may have to wait for a bucket that is away.
      await services.media.sweep();
    },

    mail: {
      async start() {
        await services.resets.start();
        await services.mail.start();
      },
      async deliverDue() {
        await services.resets.handleRequests();
        await services.mail.deliverDue();
      },
    },
  };
}
