import type { Overview } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AuditResult, DailyAudit } from "../../verification/audit/daily-audit.ts";
import { membersSince, oldestWait, readCounts, recentWaits } from "./overview.repository.ts";

const day = 24 * 60 * 60 * 1000;

/** Figures that the database maintains; everything computed here reads a bounded number of rows. */
interface Dependencies {
  db: Database;
  dailyAudit: Pick<DailyAudit, "last">;
  clock: Clock;
}

export function createOverviewService({ db, dailyAudit, clock }: Dependencies) {
  return {
    async read(): Promise<Overview> {
      const now = clock().getTime();
      const counts = await readCounts(db.query);
      const weekStart = new Date(now - 6 * day).toISOString().slice(0, 10);
      const [members, oldest, waits] = await Promise.all([
        membersSince(db.query, weekStart),
        oldestWait(db.query),
        recentWaits(db.query),
      ]);
      const count = (name: string) => counts.get(name) ?? 0;
      return {
        totalPosts: count("items Pending") + count("items Published") + count("items Flagged"),
        newUsers: count("members"),
        newUsersWeek: members,
        flaggedContent: count("items Flagged"),
        activeCategories: count("categories"),
        openReports: count("open reports"),
        deletionRequests: count("open deletion_requests"),
        waitingUsers: count("users waiting"),
        logAudit: presentAudit(dailyAudit.last()),
        queue: {
          waiting: count("items waiting"),
          oldestWaitSeconds: oldest && Math.max(0, Math.floor((now - oldest.getTime()) / 1000)),
          medianWaitSeconds: waits.median === null ? null : Math.max(0, waits.median),
          p90WaitSeconds: waits.p90 === null ? null : Math.max(0, waits.p90),
        },
      };
    },
  };
}

const presentAudit = (last: AuditResult | null): Overview["logAudit"] =>
  last && { at: last.at.toISOString(), fits: last.fits, problem: last.problem };

export type OverviewService = ReturnType<typeof createOverviewService>;
