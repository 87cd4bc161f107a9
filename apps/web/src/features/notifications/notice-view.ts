import { notificationTypes } from "@cairn/contract";
import type { Notice } from "./notice.ts";

/** Texts that the spec fixes word for word (docs/evidence/spec-clauses.md#s2-notifications). */
export const texts = {
  title: "Notifications",
  tagline: "Stay updated with content & interactions",
  clear: "Clear All",
  nothing: "No notifications found.",
  navigating: (label: string) => `Navigating to ${label}`,
} as const;

export const noticeFilters = ["All", ...notificationTypes] as const;
export type NoticeFilter = (typeof noticeFilters)[number];

export const noticeSorts = ["Newest", "Oldest"] as const;
export type NoticeSort = (typeof noticeSorts)[number];

export interface NoticeView {
  filter: NoticeFilter;
  sort: NoticeSort;
  search: string;
}

/** The search covers messages and sub-messages, ignoring case. */
export function inView(notices: readonly Notice[], { filter, sort, search }: NoticeView): Notice[] {
  const wanted = search.trim().toLowerCase();
  const chosen = notices.filter(
    ({ type, message, subMessage }) =>
      (filter === "All" || type === filter) &&
      [message, subMessage].some((text) => text.toLowerCase().includes(wanted)),
  );
  const newestFirst = chosen.toSorted(
    (one, other) =>
      // Live arrivals come first, whatever time external sources claim.
      Number(other.isNew) - Number(one.isNew) ||
      timeOf(other) - timeOf(one) ||
      (other.id ?? 0) - (one.id ?? 0),
  );
  return sort === "Newest" ? newestFirst : newestFirst.reverse();
}

/** Notices without a time come last. */
const timeOf = ({ created_at }: Notice) => (created_at === null ? 0 : Date.parse(created_at));
