import type { Clock } from "../../lib/clock.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import type { ReaderPass } from "../../modules/auth/reader-pass.ts";
import { auditLog } from "./audit-log.ts";

/** The last audit of the own site by this process. */
export interface AuditResult {
  readonly at: Date;
  /** null: the site could not be read. */
  readonly fits: boolean | null;
  /** A sentence without a full stop; null if all fits. */
  readonly problem: string | null;
}

interface Dependencies {
  readonly dataDir: string;
  readonly isArticleHtml: (source: string, html: string) => boolean | Promise<boolean>;
  readonly readerPass: Pick<ReaderPass, "own">;
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void; warn(facts: object, message: string): void };
}

const day = 24 * 60 * 60 * 1000;
/** Milliseconds after the start, which has enough to do. */
const firstAfter = 5 * 60_000;
/** Milliseconds between two calls: half of what one address may read. */
const pauseMs = 200;

/** Audits the own site from outside, once a day (docs/guides/watch-a-log.md). */
export function createDailyAudit({ dataDir, isArticleHtml, readerPass, clock, log }: Dependencies) {
  let last: AuditResult | null = null;
  let next: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(url: string): Promise<void> {
    const at = clock();
    try {
      const { flaw, folder } = await auditLog({
        url,
        dataDir,
        isArticleHtml,
        pauseMs,
        headers: { cookie: readerPass.own },
      });
      last = { at, fits: flaw === null, problem: flaw };
      if (flaw !== null) {
        log.error({ problem: flaw, folder }, "the site does not match its public log");
      }
    } catch (error) {
      const problem = error instanceof ExternalFailure ? `the site ${error.message}` : "the audit failed";
      last = { at, fits: null, problem };
      log.warn({ err: error }, "the daily audit of the public log could not read the site");
    }
  }

  async function runForEver(url: string): Promise<void> {
    await run(url);
    if (!stopped) next = setTimeout(runForEver, day, url).unref();
  }

  return {
    /** @param url where this process serves the site */
    start(url: string): void {
      next = setTimeout(runForEver, firstAfter, url).unref();
    },
    /** One audit now. */
    run,
    /** null before the first. */
    last: (): AuditResult | null => last,
    /** An audit in flight only reads: nothing is waited for. */
    stop(): void {
      stopped = true;
      clearTimeout(next);
    },
  };
}
export type DailyAudit = ReturnType<typeof createDailyAudit>;
