import { contentTypes } from "@cairn/contract";
import type { AdminContent } from "../admin-model.ts";

/** docs/evidence/spec-clauses.md#s9-admin-filters. PDF is found under All (docs/rules.md#categories-of-the-sample). */
export const statusChoices = ["All", "Pending", "Approved", "Flagged"] as const;
export const typeChoices = ["All", ...contentTypes] as const;
export const sortChoices = ["Newest", "Oldest"] as const;

export interface ContentFilter {
  search: string;
  /** A category's name, or All. */
  category: string;
  status: (typeof statusChoices)[number];
  type: (typeof typeChoices)[number];
  sort: (typeof sortChoices)[number];
}

export const unfiltered: ContentFilter = {
  search: "",
  category: "All",
  status: "All",
  type: "All",
  sort: "Newest",
};

export type FilterName = Exclude<keyof ContentFilter, "search">;

const filterNames: readonly FilterName[] = ["category", "status", "type", "sort"];

/** The filters that differ from those that the list begins with. */
export const changesOf = (filter: ContentFilter, first: ContentFilter) =>
  filterNames.flatMap((name) => (filter[name] === first[name] ? [] : { name, value: filter[name] }));

/** 'Pending' also matches newly added items (docs/rules.md#categories-of-the-sample). */
const hasStatus = ({ status }: AdminContent, wanted: ContentFilter["status"]) =>
  wanted === "All" || status === wanted || (wanted === "Pending" && status === "Waiting");

export function filterContents(
  contents: readonly AdminContent[],
  { search, category, status, type, sort }: ContentFilter,
): AdminContent[] {
  const found = contents.filter(
    (content) =>
      (category === "All" || content.category === category) &&
      (type === "All" || content.type === type) &&
      hasStatus(content, status) &&
      matches(search, content.title, content.author),
  );
  return found.sort((one, other) => (sort === "Newest" ? other.id - one.id : one.id - other.id));
}

/** Whether any of the texts contains the search text, ignoring case. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(words));
}
