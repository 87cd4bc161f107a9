import { type ActivityEntry, getOverview, listActivity, type Overview } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import type { Activity } from "../activity.ts";
import type { AdminOverview } from "../admin-model.ts";

export const overviewQuery = queryOptions({
  queryKey: ["admin", "overview"],
  queryFn: ({ signal }) => api.call(getOverview, { signal }),
  select: toOverview,
});

/** The newest page: the home shows no more. */
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
  };
}

const toActivity = ({ id, kind, time, event }: ActivityEntry): Activity => ({ id, kind, time, event });
