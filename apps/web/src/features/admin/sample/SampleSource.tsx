import type { uploadTypes } from "@cairn/contract";
import type { ReactNode } from "react";
import { readSession } from "../../../lib/session/session.ts";
import { useSession } from "../../../lib/session/useSession.tsx";
import { useStore } from "../../../lib/store.ts";
import type { AdminContent, AdminContentType, AdminOverview } from "../admin-model.ts";
import { type AdminActions, type AdminSource, AdminSourceContext, type Listing } from "../admin-source.ts";
import { filterContents, matches, unfiltered } from "../contents/content-filter.ts";
import {
  changed,
  createSampleStore,
  nextId,
  type SampleState,
  type SampleStore,
  without,
} from "./sample-state.ts";

/** The content type of an uploaded file (docs/rules.md#s5-admin-forms). */
const typeOfFile: Record<string, AdminContentType> = {
  "image/jpeg": "Article",
  "image/png": "Article",
  "application/pdf": "PDF",
  "video/mp4": "Video",
} satisfies Record<(typeof uploadTypes)[number], AdminContentType>;

/** In-memory sample data. It makes no server calls (docs/rules.md#sample-mode-makes-no-calls), so it never loads. */
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

const here = <Row,>(rows: readonly Row[]): Listing<Row> => ({ rows, isLoading: false });

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
 * (docs/rules.md#logout).
 */
function currentSample(): AdminSource {
  const now = readSession().refreshToken;
  if (!sample || now !== owner) {
    owner = now;
    sample = createSampleSource();
  }
  return sample;
}

const author = "Admin";

/** How each action changes the sample data (docs/rules.md#s4-admin-statuses). */
function createSampleActions({ read, change, act }: SampleStore): AdminActions {
  const changeUser = (user: { id: number }, difference: object) => ({
    users: changed(read().users, user, difference),
  });
  const changeContent = (content: { id: number }, difference: Partial<AdminContent>) => ({
    contents: changed(read().contents, content, difference),
  });

  return {
    addUser(draft) {
      const { users } = read();
      const user = { ...draft, id: nextId(users), active: true };
      return act("userCreated", draft.name, { users: [user, ...users] });
    },
    updateUser: (user, draft) => act("userUpdated", draft.name, changeUser(user, draft)),
    activateUser: (user) => act("userActivated", user.name, changeUser(user, { active: true })),
    deactivateUser: (user) => act("userDeactivated", user.name, changeUser(user, { active: false })),

    approve: (content) =>
      act("contentApproved", content.title, changeContent(content, { status: "Approved", reason: null })),
    flag: (content) => act("contentFlagged", content.title, changeContent(content, { status: "Flagged" })),
    remove: (content) =>
      act("contentRemoved", content.title, { contents: without(read().contents, content) }),

    addCategory(draft, file) {
      const { categories, contents } = read();
      const added = file ? [contentOf(file, draft, nextId(contents))] : [];
      return act("categoryCreated", draft.name, {
        categories: [...categories, { ...draft, id: nextId(categories) }],
        contents: [...added, ...contents],
      });
    },
    updateCategory: (category, draft) =>
      act("categoryUpdated", draft.name, { categories: changed(read().categories, category, draft) }),
    deleteCategory: (category) =>
      act("categoryDeleted", category.name, { categories: without(read().categories, category) }),

    async saveProfile(profile) {
      change({ profile });
    },
  };
}

/** The content row that a new category's file creates (docs/rules.md#categories-of-the-sample). */
const contentOf = (
  file: File,
  category: { name: string; description: string },
  id: number,
): AdminContent => ({
  id,
  type: typeOfFile[file.type] ?? "Article",
  title: file.name,
  author,
  category: category.name,
  description: category.description,
  status: "Waiting",
  fileName: file.name,
  reason: null,
  stats: { likes: 0, shares: 0, comments: 0 },
});

/** Shows the sample to the screens inside. */
export function SampleSource({ children }: { children: ReactNode }) {
  // Renders again when the session changes, and with it the sample.
  useSession();
  return <AdminSourceContext value={currentSample()}>{children}</AdminSourceContext>;
}
