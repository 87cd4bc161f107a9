import type { Category } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import { allCategories, findCategory } from "./categories.repository.ts";

export function createCategoryService({ db }: { db: Database }) {
  return {
    list: (): Promise<Category[]> => allCategories(db.query),

    async get(id: number): Promise<Category> {
      const category = await findCategory(db.query, id);
      if (!category) throw new AppError("category_not_found");
      return category;
    },
  };
}
export type CategoryService = ReturnType<typeof createCategoryService>;
