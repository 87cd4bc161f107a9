import {
  type FigureWeek,
  type FlaggedItem,
  limits,
  type NewestRevision,
  type WriterStats,
} from "@cairn/contract";
import type { Bearer } from "../../../calls/bearer.ts";
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { UserService } from "../../users/users.service.ts";
import type { ContentService } from "../content.service.ts";
import { countsOf, flaggedOf, flagReason, weeksOf } from "./workplace.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  content: ContentService;
  clock: Clock;
}

const maxFlagged = 100;
const day = 24 * 60 * 60 * 1000;

/** The data behind an author's own screens. */
export function createWorkplaceService({ db, users, content, clock }: Dependencies) {
  return {
    /** The database maintains all these numbers as things happen; this only adds them up. */
    async stats({ userId }: Bearer): Promise<WriterStats> {
      await users.active(userId);
      const counts = new Map((await countsOf(db.query, userId)).map(({ status, total }) => [status, total]));
      const weeks = await weeksOf(db.query, userId);
      const count = (status: "Draft" | "Pending" | "Published" | "Flagged") => counts.get(status) ?? 0;
      return {
        totalPosts: count("Draft") + count("Pending") + count("Published") + count("Flagged"),
        postsPending: count("Pending"),
        likes: weeks.reduce((sum, { likes }) => sum + likes, 0),
        comments: weeks.reduce((sum, { comments }) => sum + comments, 0),
        weeks: lastWeeks(weeks, clock()),
      };
    },

    async flagged({ userId }: Bearer): Promise<FlaggedItem[]> {
      await users.active(userId);
      return (await flaggedOf(db.query, userId, maxFlagged)).map(
        ({ reason, answer, flaggedAt, flaggedBy, ...item }) => ({
          ...item,
          reason: reason ?? "",
          ...(answer !== null && { answer }),
          flagged_at: flaggedAt.toISOString(),
          flagged_by: flaggedBy,
        }),
      );
    },

    async newest(bearer: Bearer, id: number): Promise<NewestRevision> {
      const item = await content.newest(bearer, id);
      const { reason, answer } = await flagReason(db.query, id, item.revision);
      return { ...item, reason, ...(answer !== null && { answer }) };
    },
  };
}
export type WorkplaceService = ReturnType<typeof createWorkplaceService>;

/** The Mondays of the last weeks, oldest first, each with that week's figures. */
function lastWeeks(known: readonly FigureWeek[], now: Date): FigureWeek[] {
  const byWeek = new Map(known.map((week) => [week.week, week]));
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return Array.from({ length: limits.figureWeeks }, (_, index) => {
    const weeksBack = limits.figureWeeks - 1 - index;
    const week = new Date(now.getTime() - (sinceMonday + 7 * weeksBack) * day).toISOString().slice(0, 10);
    return byWeek.get(week) ?? { week, posts: 0, likes: 0, comments: 0 };
  });
}
