import {
  type ActivityEntry,
  exportActivity,
  getOverview,
  listActivity,
  type Overview,
} from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { saveFile } from "../../../lib/save-file.ts";
import type { Activity, AdminOverview } from "../admin-model.ts";
import type { AdminActions } from "../admin-source.ts";
import { deskKeys } from "./contents.queries.ts";

export const overviewQuery = queryOptions({
  queryKey: deskKeys.overview,
  queryFn: ({ signal }) => api.call(getOverview, { signal }),
  select: toOverview,
});

/** Only the newest page: the admin home shows no more. */
export const activityQuery = queryOptions({
  queryKey: ["admin", "activity"],
  queryFn: async ({ signal }) => (await api.call(listActivity, { signal })).items,
  select: (entries): readonly Activity[] => entries.map(toActivity),
});

function toOverview(overview: Overview): AdminOverview {
  return {
    totalPosts: overview.totalPosts,
    newUsers: overview.newUsers,
    flagged: overview.flaggedContent,
    categories: overview.activeCategories,
    waiting: overview.queue.waiting,
    activeMembers: null,
    emptyCategories: null,
    newThisWeek: overview.newUsersWeek,
    desk: {
      waiting: overview.queue.waiting,
      oldest: overview.queue.oldestWaitSeconds,
      median: overview.queue.medianWaitSeconds,
      p90: overview.queue.p90WaitSeconds,
      openReports: overview.openReports,
      deletionRequests: overview.deletionRequests,
      logAudit: overview.logAudit,
    },
  };
}

const toActivity = ({ id, kind, time, event }: ActivityEntry): Activity => ({ id, kind, time, event });

export const activityActions = {
  async saveActivity() {
    saveFile(await api.download(exportActivity, {}), "cairn-activity.csv");
    return "The activity is saved as cairn-activity.csv.";
  },
} satisfies Partial<AdminActions>;
