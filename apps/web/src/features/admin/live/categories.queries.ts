import {
  activityText,
  changeCategory,
  createCategory,
  deleteCategory,
  listAdminCategories,
} from "@cairn/contract";
import { api } from "../../../lib/api/api.ts";
import type { AdminActions, ValueQuery } from "../admin-calls.ts";
import type { AdminCategory } from "../admin-model.ts";
import { andRefresh } from "./refresh.ts";

export const categoriesQuery: ValueQuery<readonly AdminCategory[]> = {
  queryKey: ["admin", "categories"],
  queryFn: async ({ signal }) => (await api.call(listAdminCategories, { signal })).items,
};

/** The server counts a category's posts itself, so the draft's count is not sent. */
export const categoryActions = {
  async addCategory({ name, description }) {
    await andRefresh(api.call(createCategory, { body: { name, description } }));
    return activityText("categoryCreated", name);
  },
  async updateCategory({ id, interval_days: before }, { name, description, interval }) {
    const isChanged = interval !== undefined && interval !== before;
    const body = { name, description, ...(isChanged && { interval_days: interval }) };
    await andRefresh(api.call(changeCategory, { params: { id }, body }));
    return activityText("categoryUpdated", name);
  },
  async deleteCategory({ id, name }, moveTo) {
    await andRefresh(api.call(deleteCategory, { params: { id }, query: { move_to: moveTo } }));
    return activityText("categoryDeleted", name);
  },
} satisfies Partial<AdminActions>;
