import { type ActivityKind, activityText, type uploadTypes } from "@cairn/contract";
import type { ReactNode } from "react";
import { byCursor } from "../../../lib/pages.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { type AdminCalls, AdminCallsContext, type ListQuery, type ValueQuery } from "../admin-calls.ts";
import type { AdminContent, AdminContentType, AdminOverview } from "../admin-model.ts";
import { filterContents, matches } from "../contents/content-filter.ts";
import { changed, freshState, nextId, type SampleState, without } from "./sample-state.ts";

/** The content type of an uploaded file (docs/evidence/spec-clauses.md#s5-admin-forms). */
const typeOfFile: Record<string, AdminContentType> = {
  "image/jpeg": "Article",
  "image/png": "Article",
  "application/pdf": "PDF",
  "video/mp4": "Video",
} satisfies Record<(typeof uploadTypes)[number], AdminContentType>;

/** The whole sample, in the form of a list that has one page: lists and single values read the same entry. */
interface Sample {
  pages: [SampleState];
  pageParams: [undefined];
}

const sampleOf = (state: SampleState): Sample => ({ pages: [state], pageParams: [undefined] });

/**
 * In place of a call, an entry of the session's cache, which the next user of a shared computer does not get
 * (docs/rules.md#logout). Nothing fetches it (docs/rules.md#sample-mode-makes-no-calls).
 */
const sampleQuery = {
  queryKey: ["sample"],
  initialData: () => sampleOf(freshState(Date.now())),
  staleTime: "static",
  gcTime: Number.POSITIVE_INFINITY,
  ...byCursor,
};

/** Asserted: the entry holds the sample, and what is selected of it is the value. */
const selected = <Value,>(read: (state: SampleState) => Value) =>
  ({ ...sampleQuery, select: ({ pages }: Sample) => read(pages[0]) }) as unknown as ValueQuery<Value>;
const selectedList = <Row,>(read: (state: SampleState) => readonly Row[]) =>
  selected(read) as unknown as ListQuery<Row>;

const read = () =>
  (currentQueryClient().getQueryData<Sample>(sampleQuery.queryKey) ?? sampleQuery.initialData()).pages[0];

const change = (difference: Partial<SampleState>) =>
  currentQueryClient().setQueryData(sampleQuery.queryKey, sampleOf({ ...read(), ...difference }));

/** Applies a change and logs it in the activity; resolves to the activity's line. */
async function act(kind: ActivityKind, subject: string, difference: Partial<SampleState>): Promise<string> {
  const event = activityText(kind, subject);
  const { activity } = read();
  const line = { id: activity.length + 1, kind, time: new Date().toISOString(), event };
  change({ ...difference, activity: [line, ...activity] });
  return event;
}

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
    live: null,
  };
}

const author = "Admin";

const changeUser = (user: { id: number }, difference: object) => ({
  users: changed(read().users, user, difference),
});
const changeContent = (content: { id: number }, difference: Partial<AdminContent>) => ({
  contents: changed(read().contents, content, difference),
});

/** What the sample has of everything, and how each action changes it (docs/evidence/spec-clauses.md#s4-admin-statuses). */
const sampleCalls: AdminCalls = {
  kind: "sample",
  overview: selected(overviewOf),
  activity: selected(({ activity }) => activity),
  categories: selected(({ categories }) => categories),
  profile: selected(({ profile }) => profile),
  users: (search) =>
    selectedList(({ users }) => users.filter(({ name, email }) => matches(search, name, email))),
  contents: (filter) => selectedList(({ contents }) => filterContents(contents, filter)),

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
  remove: (content) => act("contentRemoved", content.title, { contents: without(read().contents, content) }),

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
export const SampleCalls = ({ children }: { children: ReactNode }) => (
  <AdminCallsContext value={sampleCalls}>{children}</AdminCallsContext>
);
