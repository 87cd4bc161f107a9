import {
  activityText,
  changeCategory,
  createCategory,
  deleteCategory,
  listAdminCategories,
} from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import type { AdminActions } from "../admin-source.ts";
import { andRefresh } from "./answer.ts";

export const categoriesQuery = queryOptions({
  queryKey: ["admin", "categories"],
  queryFn: async ({ signal }) => (await api.call(listAdminCategories, { signal })).items,
});

/** The server counts a category's posts itself, so the draft's count is not sent. */
export const categoryActions = {
  async addCategory({ name, description }) {
    await andRefresh(api.call(createCategory, { body: { name, description } }));
    return activityText("categoryCreated", name);
  },
  async updateCategory({ id }, { name, description }) {
    await andRefresh(api.call(changeCategory, { params: { id }, body: { name, description } }));
    return activityText("categoryUpdated", name);
  },
  async deleteCategory({ id, name }, moveTo) {
    await andRefresh(api.call(deleteCategory, { params: { id }, query: { move_to: moveTo } }));
    return activityText("categoryDeleted", name);
  },
} satisfies Partial<AdminActions>;
