import { readSession } from "../../../lib/session/session.ts";
import { useStore } from "../../../lib/store.ts";
import type { AdminOverview } from "../admin-model.ts";
import type { AdminSource, Listing } from "../admin-source.ts";
import { filterContents, matches, unfiltered } from "../contents/content-filter.ts";
import { createSampleActions } from "./sample-actions.ts";
import { createSampleStore, type SampleState } from "./sample-state.ts";

/** In-memory sample data. It makes no server calls (docs/rules.md#d68), so it never loads. */
function createSampleSource(): AdminSource {
  const store = createSampleStore();
  const useSample = () => useStore(store.state);

  return {
    kind: "sample",
    about: "Sample data. Your changes last until you reload this page.",
    firstFilter: unfiltered,
    actions: createSampleActions(store),
    useOverview: () => ({ value: overviewOf(useSample()) }),
    useActivity: () => ({ value: useSample().activity }),
    useUsers: (search) => here(useSample().users.filter(({ name, email }) => matches(search, name, email))),
    useContents: (filter) => here(filterContents(useSample().contents, filter)),
    useCategories: (search) =>
      here(useSample().categories.filter(({ name, description }) => matches(search, name, description))),
    useCategoryNames: () => categoryNames(useSample()),
    // The sample has no more text than its rows show.
    useRevision: () => ({ value: undefined }),
    useComparison: () => ({ value: undefined }),
    // The sample has no other admins.
    useDeskNews: () => {},
    useReading: () => alone,
    useProfile: () => ({ value: useSample().profile }),
  };
}

const alone = { reading: null, moved: null };

const here = <Row>(rows: readonly Row[]): Listing<Row> => ({ rows, isLoading: false });

/** A deleted category stays in the filter while content still belongs to it. */
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

let owner: string | null = null;
let sample: AdminSource | undefined;

/**
 * One sample for all admin screens of a session, so that the next user of a shared computer gets a fresh one
 * (docs/rules.md#d41).
 */
export function currentSample(): AdminSource {
  const now = readSession().refreshToken;
  if (!sample || now !== owner) {
    owner = now;
    sample = createSampleSource();
  }
  return sample;
}
