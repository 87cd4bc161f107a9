import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AdminSource } from "../admin-source.ts";
import { unfiltered } from "../contents/content-filter.ts";
import { matches } from "../search.ts";
import { answerOf, listingOf } from "./answer.ts";
import { categoriesQuery, categoryActions } from "./categories.queries.ts";
import { contentActions, contentsQuery, revisionQuery } from "./contents.queries.ts";
import { activityActions, activityQuery, overviewQuery } from "./home.queries.ts";
import { adminProfileQuery, profileActions } from "./profile.queries.ts";
import { useComparison } from "./useComparison.ts";
import { useDeskNews } from "./useDeskNews.ts";
import { useReading } from "./useReading.ts";
import { userActions, usersQuery } from "./users.queries.ts";
import { useSettled } from "./useSettled.ts";

/** The server's own data, for verified admins. */
export const liveSource: AdminSource = {
  kind: "live",
  about: "You are looking at live data. What you change here changes for everybody.",
  // What has waited longest comes first.
  firstFilter: { ...unfiltered, status: "Pending", sort: "Oldest" },
  actions: { ...userActions, ...contentActions, ...categoryActions, ...profileActions, ...activityActions },
  useOverview: () => answerOf(useQuery(overviewQuery)),
  useActivity: () => answerOf(useQuery(activityQuery)),
  useUsers: (search) => listingOf(useInfiniteQuery(usersQuery(useSettled(search)))),
  useContents: (filter) =>
    listingOf(useInfiniteQuery(contentsQuery({ ...filter, search: useSettled(filter.search) }))),
  useCategories(search) {
    const query = useQuery(categoriesQuery);
    const { value = [], failure } = answerOf(query);
    const rows = value.filter(({ name, description }) => matches(search, name, description));
    return { rows, isLoading: query.isLoading, failure };
  },
  useCategoryNames: () => useQuery(categoriesQuery).data?.map(({ name }) => name) ?? [],
  useRevision: ({ id, review }) => answerOf(useQuery(revisionQuery(id, review?.revision ?? 1))),
  useComparison,
  useDeskNews,
  useReading,
  useProfile: () => answerOf(useQuery(adminProfileQuery)),
};
