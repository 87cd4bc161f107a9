import { type Category, oneForm } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import type { Changes } from "../../events/changes.ts";
import { LoadingCache } from "../../events/loading-cache.ts";
import { AppError } from "../../lib/app-error.ts";
import { allCategories, findCategory, holdCategory } from "./categories.repository.ts";

interface Dependencies {
  readonly db: Database;
  readonly changes: Changes;
}

export function createCategoryService({ db, changes }: Dependencies) {
  const kept = new LoadingCache<"all", readonly Category[]>({
    changes,
    madeOf: { all: ["categories"] },
    most: 1,
    load: async () => new Map([["all", await allCategories(db.query)]]),
  });

  /** The same array until a category or its number of posts changes. */
  const list = async (): Promise<readonly Category[]> => (await kept.get("all")) ?? [];

  return {
    list,

    /** Finds a category by id or by name, ignoring case. */
    async named(wanted: string | number): Promise<Category | null> {
      const key = oneForm(String(wanted).trim()).toLowerCase();
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
