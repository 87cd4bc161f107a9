import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLive } from "../../../lib/live-socket.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import type { AdminContent, PastDecision, RevisionToRead } from "../admin-model.ts";
import { type AdminSource, AdminSourceContext, type Answer, type Comparison } from "../admin-source.ts";
import { matches, unfiltered } from "../contents/content-filter.ts";
import { isDeciding } from "../contents/own-decisions.ts";
import { answerOf, listingOf } from "./answer.ts";
import { categoriesQuery, categoryActions } from "./categories.queries.ts";
import { contentActions, contentsQuery, deskKeys, revisionQuery } from "./contents.queries.ts";
import { activityActions, activityQuery, overviewQuery } from "./home.queries.ts";
import { useReading } from "./reading.queries.ts";
import { reportsQuery } from "./reports.queries.ts";
import { adminProfileQuery, profileActions, userActions, usersQuery } from "./users.queries.ts";

/** In milliseconds. Changes within this time cause one refresh. */
const newsPause = 250;

const refresh = (queryKey: readonly unknown[]) => void currentQueryClient().invalidateQueries({ queryKey });

function refreshDesk() {
  refresh(deskKeys.lists);
  refresh(reportsQuery.queryKey);
  refresh(deskKeys.overview);
}

/** Refetches the desk's data but keeps the rows in place, so nothing opened or typed in them is lost. */
function useDeskNews() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(
    {
      desk_changed({ content_id }) {
        if (!isDeciding(content_id)) refresh(deskKeys.item(content_id));
        clearTimeout(timer.current);
        timer.current = setTimeout(refreshDesk, newsPause);
      },
    },
    () => {
      refresh(deskKeys.items);
      refreshDesk();
    },
  );
}

/** The server's own data, for verified admins. */
const liveSource: AdminSource = {
  kind: "live",
  about: "Live data. Changes here affect everyone.",
  // The item that has waited longest comes first.
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

/** How long typing must pause, in milliseconds, before the search runs. */
const pause = 300;

/** The text, once it has stopped changing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.trim();
}

/** For an item with no approved revision: the last decided revision, which the author has since changed. */
const lastDecided = ({ number, decisions }: RevisionToRead): PastDecision | undefined =>
  decisions.find(({ revision }) => revision < number);

function useComparison(
  { id }: AdminContent,
  revision: RevisionToRead | undefined,
): Answer<Comparison | null> {
  const decision = revision && !revision.approved ? lastDecided(revision) : undefined;
  const query = revisionQuery(id, decision?.revision ?? 1);
  const earlier = answerOf(useQuery(decision ? query : { ...query, queryFn: skipToken }));
  if (!revision) return { value: undefined };
  const { approved, number } = revision;
  if (approved) return { value: approved.number === number ? null : { words: approved } };
  if (!decision) return { value: null };
  const { value: words, failure } = earlier;
  return { value: words && { words, decision }, failure };
}

/** Gives the server's data to the screens inside. */
export const LiveSource = ({ children }: { children: ReactNode }) => (
  <AdminSourceContext value={liveSource}>{children}</AdminSourceContext>
);
