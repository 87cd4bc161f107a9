import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Instant } from "./paging.ts";

const Count = Type.Integer({ minimum: 0 });
const Seconds = Type.Union([Count, Type.Null()]);

export const Overview = Type.Object(
  {
    /** What was ever sent to the reviewers and is not removed. */
    totalPosts: Count,
    /** All members who are no admins (docs/rules.md#admin-profile). */
    newUsers: Count,
    /** Those of them who joined today or in the six days before (UTC). */
    newUsersWeek: Count,
    flaggedContent: Count,
    activeCategories: Count,
    openReports: Count,
    deletionRequests: Count,
    /** Accounts that wait for approval. */
    waitingUsers: Count,
    /** The last audit of the public log by the instance that answers; null before its first. */
    logAudit: Type.Union([
      Type.Object({
        at: Instant,
        /** Whether what readers are shown is what the log says; null: the site could not be read. */
        fits: Type.Union([Type.Boolean(), Type.Null()]),
        /** The first thing that does not fit, without a full stop; null if all does. */
        problem: Type.Union([Type.String(), Type.Null()]),
      }),
      Type.Null(),
    ]),
    queue: Type.Object({
      /** Revisions that wait for a decision. */
      waiting: Count,
      /** How long the one at the head has waited; null when none does. */
      oldestWaitSeconds: Seconds,
      /** How long the last hundred waiting revisions that were decided about had waited; null before the first. */
      medianWaitSeconds: Seconds,
      p90WaitSeconds: Seconds,
    }),
  },
  { $id: "Overview" },
);
export type Overview = Static<typeof Overview>;

export const getOverview = endpoint({
  name: "getOverview",
  method: "GET",
  path: "/admin/overview",
  summary: "The figures of the admins' home",
  tag: "Admin",
  access: "verifiedAdmin",
  replies: { 200: Overview },
  errors: [],
});
