import { exportActivity, getOverview, listActivity } from "@cairn/contract";
import { api } from "../../../lib/api/api.ts";
import { saveFile } from "../../../lib/object-url.ts";
import type { AdminActions, ValueQuery } from "../admin-calls.ts";
import type { Activity, AdminOverview } from "../admin-model.ts";
import { deskKeys } from "./contents.queries.ts";

export const overviewQuery: ValueQuery<AdminOverview> = {
  queryKey: deskKeys.overview,
  queryFn: async ({ signal }) => {
    const live = await api.call(getOverview, { signal });
    return {
      totalPosts: live.totalPosts,
      newUsers: live.newUsers,
      flagged: live.flaggedContent,
      categories: live.activeCategories,
      waiting: live.queue.waiting,
      activeMembers: null,
      emptyCategories: null,
      newThisWeek: live.newUsersWeek,
      live,
    };
  },
};

/** Only the newest page: the admin home shows no more. */
export const activityQuery: ValueQuery<readonly Activity[]> = {
  queryKey: ["admin", "activity"],
  queryFn: async ({ signal }) => (await api.call(listActivity, { signal })).items,
};

export const activityActions = {
  async saveActivity() {
    saveFile(await api.download(exportActivity, {}), "activity.csv");
    return "The activity is saved as activity.csv.";
  },
} satisfies Partial<AdminActions>;
