import type { ContentChecks } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { queueOfMembers } from "../../lib/fair-queue.ts";
import { createWokenJob } from "../../lib/woken-job.ts";
import { workOfMember } from "../../lib/work.ts";
import { workerUrl } from "../../lib/workers.ts";
import type { Limits } from "../../limits/limits.ts";
import { seesUnpublished } from "../content/content.policy.ts";
import type { ContentService } from "../content/content.service.ts";
import type { RenderingService } from "../rendering/rendering.service.ts";
import { createCage, programLimits, sqlLimits } from "./cage/cage.ts";
import { namesOfWalls } from "./cage/walls.ts";
import { explainFailure } from "./checks.policy.ts";
import { acceptFailures, checksOf, claimChecks, keepChecks, writeReason } from "./checks.repository.ts";
import { allEngines } from "./engines.ts";
import { runBlocks, unchecked } from "./run-blocks.ts";

interface Dependencies {
  db: Database;
  content: ContentService;
  rendering: RenderingService;
  limits: Limits;
  /** false: nothing is run, and nothing that was run stands in the way of an approval. */
  isOn: boolean;
  /** Whether readers are served what runs Python. */
  servesPython: boolean;
  clock: Clock;
  log: Record<"error" | "info", (facts: object, message: string) => void>;
}

/** Milliseconds within which one instance alone runs a revision: longer than one text may take. */
const claimedFor = 60_000;
/** Milliseconds between the regular looks for what has to run. */
const every = 15_000;
/** Texts that may wait: of one member, and of all. */
const maxTexts = { maxWaitingOfSender: 2, maxWaiting: 30 };

/** Runs the code blocks of texts that ask for it, in processes of their own (docs/rules.md#d122). */
export function createCheckService({
  db,
  content,
  rendering,
  limits,
  isOn,
  servesPython,
  clock,
  log,
}: Dependencies) {
  // Writers never wait for what is run in the background.
  const asked = createCage(workerUrl("program-worker.js"), programLimits);
  const background = createCage(workerUrl("program-worker.js"), programLimits);
  const sql = createCage(workerUrl("sql-worker.js"), sqlLimits);
  const queue = queueOfMembers(maxTexts);

  async function runDue(): Promise<void> {
    while (isOn && (await runNext()));
  }

  /** false if nothing is due. */
  async function runNext(): Promise<boolean> {
    const now = clock();
    const revision = await claimChecks(db.query, allEngines, now, new Date(now.getTime() + claimedFor));
    if (!revision) return false;
    const blocks = await rendering.checkedBlocks(revision.authorId, revision.body);
    const results = await runBlocks(blocks, (kind) => (kind === "sql" ? sql : background), clock);
    const failures = results.filter(({ outcome }) => outcome === "failed");
    await db.transaction(async (tx) => {
      const failed = failures.map(({ block }) => block);
      const ran = { engines: allEngines, ranAt: clock(), results, failed };
      const accepted = await keepChecks(tx, revision, ran);
      if (accepted === null) return;
      const [news] = failures.filter(({ block }) => !accepted.includes(block));
      const reason = news ? { text: explainFailure(news), since: ran.ranAt } : null;
      await writeReason(tx, revision.contentId, reason);
    });
    return true;
  }

  const job = createWokenJob({
    work: runDue,
    listen: (wake) => db.listen("code_checks", wake, wake),
    every,
    onFailure: (error) => log.error({ err: error }, "code could not be checked; will try again"),
  });

  return {
    /**
     * What is kept of the revision that readers are served. Its author and verified admins may name another one.
     * @throws AppError content_not_found, revision_not_found
     */
    async of(bearer: Bearer | null, id: number, revision: number | undefined): Promise<ContentChecks> {
      const { viewer } = await content.ensureReadable(bearer, id);
      const row = await checksOf(db.query, id, revision);
      ensure(row && (row.isPublished || seesUnpublished(viewer, row.authorId)), "revision_not_found");
      const isDue =
        row.revisionId !== null && (row.isPublished || row.isWaiting) && row.engines !== allEngines;
      return {
        items: row.results ?? [],
        ...(isOn && isDue && { running: true }),
        ...(servesPython && { runs_python: true }),
      };
    },

    /** Runs an unsent text. @throws AppError too_many_requests, unavailable */
    async check({ userId }: Bearer, source: string): Promise<ContentChecks> {
      await limits.take("checkByUser", String(userId));
      const blocks = await rendering.checkedBlocks(userId, source);
      if (!isOn || blocks.length === 0) return { items: blocks.map(unchecked) };
      return {
        items: await queue.take({ kind: "text", work: workOfMember(userId) }, () =>
          runBlocks(blocks, (kind) => (kind === "sql" ? sql : asked), clock),
        ),
      };
    },

    /** Before an approval, which ends each reason of the item: code that failed needs a note. @throws AppError checks_failed */
    async accept(
      tx: Transaction,
      { contentId, revision, note }: { contentId: number; revision: number; note: string | null },
    ): Promise<void> {
      const failed = await acceptFailures(tx, contentId, revision);
      if (isOn && failed.length > 0 && note === null) throw new AppError("checks_failed");
    },

    async start(): Promise<void> {
      if (isOn) log.info({ walls: await namesOfWalls() }, "members' code runs in separate processes");
      await job.start();
    },
    /** Runs everything that is due. */
    runDue: job.runNow,
    async close(): Promise<void> {
      await job.stop();
      await Promise.all([asked.close(), background.close(), sql.close()]);
    },
  };
}
export type CheckService = ReturnType<typeof createCheckService>;
