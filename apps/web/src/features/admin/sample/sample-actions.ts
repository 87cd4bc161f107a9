import type { AdminContent } from "../admin-model.ts";
import type { AdminActions } from "../admin-source.ts";
import { fileLabel } from "../categories/category-file.ts";
import { changed, nextId, type SampleStore, without } from "./sample-state.ts";

const author = "Admin";

/** How each action changes the sample data (docs/rules.md#s4-admin-statuses). */
export function createSampleActions({ read, change, act }: SampleStore): AdminActions {
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

/** The content row that a new category's file creates (docs/rules.md#d53). */
const contentOf = (
  file: File,
  category: { name: string; description: string },
  id: number,
): AdminContent => ({
  id,
  type: fileLabel(file) ?? "Article",
  title: file.name,
  author,
  category: category.name,
  description: category.description,
  status: "Waiting",
  fileName: file.name,
  reason: null,
  stats: { likes: 0, shares: 0, comments: 0 },
});
