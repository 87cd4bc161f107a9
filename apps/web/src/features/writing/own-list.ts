import type { ContentItem, ContentStatus } from "@cairn/contract";

/** The toolbar of a writer's list. The spec leaves it without behaviour; here it works (docs/rules.md#toolbar-of-my-content). */
export const listFilters = ["All", "Drafts", "Published", "Flagged"] as const;
export type ListFilter = (typeof listFilters)[number];

export const listSorts = ["Newest", "Oldest"] as const;
export type ListSort = (typeof listSorts)[number];

export interface ListView {
  filter: ListFilter;
  /** Undefined until the writer chooses: the list keeps the server's order. */
  sort: ListSort | undefined;
  search: string;
}

export const untouched: ListView = { filter: "All", sort: undefined, search: "" };

const statusOf: Record<ListFilter, ContentStatus | undefined> = {
  All: undefined,
  Drafts: "Draft",
  Published: "Published",
  Flagged: "Flagged",
};

export function shownItems(items: readonly ContentItem[], { filter, sort, search }: ListView) {
  const status = statusOf[filter];
  const words = search.trim().toLowerCase();
  const shown = items.filter(
    (item) => (!status || isIn(item, status)) && item.title.toLowerCase().includes(words),
  );
  if (!sort) return shown;
  const direction = sort === "Newest" ? -1 : 1;
  return shown.sort((one, other) => direction * (timeOf(one) - timeOf(other) || one.id - other.id));
}

/** A published item with a flagged edit is both. */
const isIn = (item: ContentItem, status: ContentStatus) =>
  item.status === status || (status === "Flagged" && item.flagged_revision !== undefined);

const timeOf = ({ created_at }: ContentItem) => Date.parse(created_at);
