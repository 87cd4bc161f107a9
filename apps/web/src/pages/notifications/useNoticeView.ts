import { useState } from "react";
import { useEntryState } from "../../features/feeds/useEntryState.ts";
import { type NoticeFilter, type NoticeView, noticeSorts } from "../../features/notifications/notice-view.ts";

type Choice = Pick<NoticeView, "filter" | "sort">;

const isOneOf = <Option>(options: readonly Option[], noted: unknown): noted is Option =>
  options.some((option) => option === noted);

function readChoice(filters: readonly NoticeFilter[], noted: unknown): Choice {
  const { filter, sort } = (noted ?? {}) as Partial<Record<keyof Choice, unknown>>;
  return {
    filter: isOneOf(filters, filter) ? filter : "All",
    sort: isOneOf(noticeSorts, sort) ? sort : "Newest",
  };
}

/** Keeps the chosen view of the list for a reader who follows a notification and comes back. */
export function useNoticeView(filters: readonly NoticeFilter[]) {
  const { value: choice, keep } = useEntryState("noticeView", (noted) => readChoice(filters, noted));
  const [search, setSearch] = useState("");
  return {
    view: { ...choice, search },
    onView: ({ search: typed, ...change }: Partial<NoticeView>) => {
      if (typed !== undefined) setSearch(typed);
      if (Object.keys(change).length > 0) keep({ ...choice, ...change });
    },
  };
}
