import { useSyncExternalStore } from "react";
import type { AdminOverview } from "../admin-model.ts";
import type { AdminSource, Listing } from "../admin-source.ts";
import { filterContents, unfiltered } from "../contents/content-filter.ts";
import { matches } from "../search.ts";
import { createSampleActions } from "./sample-actions.ts";
import type { SampleState } from "./sample-state.ts";
import { createSampleStore } from "./sample-store.ts";

/** Made-up data in memory. It asks no server for anything (D68), and so it never loads. */
export function createSampleSource(): AdminSource {
  const store = createSampleStore();
  const useSample = () => useSyncExternalStore(store.subscribe, store.read, store.read);

  return {
    kind: "sample",
    about: "You are looking at sample data. What you change here lasts until this page is reloaded.",
    firstFilter: unfiltered,
    actions: createSampleActions(store),
    useOverview: () => ({ value: overviewOf(useSample()) }),
    useActivity: () => ({ value: useSample().activity }),
    useUsers: (search) => here(useSample().users.filter(({ name, email }) => matches(search, name, email))),
    useContents: (filter) => here(filterContents(useSample().contents, filter)),
    useCategories: (search) =>
      here(useSample().categories.filter(({ name, description }) => matches(search, name, description))),
    useCategoryNames: () => categoryNames(useSample()),
    // What can be read of the sample stands in its rows.
    useRevision: () => ({ value: undefined }),
    useComparison: () => ({ value: undefined }),
    // Nobody else is here.
    useDeskNews: () => {},
    useReading: () => alone,
    useProfile: () => ({ value: useSample().profile }),
  };
}

const alone = { reading: null, moved: null };

const here = <Row>(rows: readonly Row[]): Listing<Row> => ({ rows, isLoading: false });

/** A deleted category stays a filter as long as there is content of it. */
const categoryNames = ({ categories, contents }: SampleState) => [
  ...new Set([...categories.map(({ name }) => name), ...contents.map(({ category }) => category)]),
];

function overviewOf({ users, contents, categories }: SampleState): AdminOverview {
  const members = users.filter(({ role }) => role !== "Admin");
  return {
    totalPosts: contents.length,
    newUsers: members.length,
    flagged: contents.filter(({ status }) => status === "Flagged").length,
    categories: categories.length,
    waiting: contents.filter(({ status }) => status === "Waiting" || status === "Pending").length,
    activeMembers: members.filter(({ active }) => active).length,
    emptyCategories: categories.filter(({ posts }) => posts === 0).length,
    newThisWeek: null,
    desk: null,
  };
}
