import type { Category } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import { allCategories, findCategory, holdCategory } from "./categories.repository.ts";

export function createCategoryService({ db }: { db: Database }) {
  const list = (): Promise<Category[]> => allCategories(db.query);

  return {
    list,

    /** Finds a category by id or by name, ignoring case. */
    async named(wanted: string | number): Promise<Category | null> {
      const key = String(wanted).trim().toLowerCase();
      const all = await list();
      return all.find(({ id, name }) => String(id) === key || name.toLowerCase() === key) ?? null;
    },

    /** Whether the category still exists; if so, it cannot be deleted until `tx` ends. */
    hold: (tx: Transaction, id: number): Promise<boolean> => holdCategory(tx, id),

    async get(id: number): Promise<Category> {
      const category = await findCategory(db.query, id);
      if (!category) throw new AppError("category_not_found");
      return category;
    },
  };
}
export type CategoryService = ReturnType<typeof createCategoryService>;
