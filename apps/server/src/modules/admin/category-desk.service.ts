import { type Category, type CategoryChange, type CategoryDraft, trimmed } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { noteAction } from "./admin-actions.repository.ts";
import {
  addCategory,
  closeCategory,
  hasItems,
  lockCategories,
  updateCategory,
} from "./category-desk.repository.ts";

/** Moving the items of a large category takes seconds on the embedded engine. */
const moveLimit = 120_000;

/** Category management by verified admins. */
export function createCategoryDeskService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    create(adminId: number, { name, description }: CategoryDraft): Promise<Category> {
      const doneAt = clock();
      return refusingTakenName(() =>
        db.transaction(async (tx) => {
          const draft = { name: name.trim(), description: description.trim(), createdAt: doneAt };
          const row = await addCategory(tx, draft);
          const subject = { subjectId: row.id, subject: row.name };
          await noteAction(tx, { adminId, kind: "categoryCreated", ...subject, doneAt });
          return row;
        }),
      );
    },

    change(adminId: number, id: number, change: CategoryChange): Promise<Category> {
      return refusingTakenName(() =>
        db.transaction(async (tx) => {
          const [category] = await lockCategories(tx, [id]);
          if (!category) throw new AppError("category_not_found");
          const next = {
            name: change.name?.trim() ?? category.name,
            description:
              change.description === undefined ? category.description : trimmed(change.description),
            intervalDays: change.interval_days === undefined ? category.interval_days : change.interval_days,
          };
          const isSame =
            next.name === category.name &&
            next.description === category.description &&
            next.intervalDays === category.interval_days;
          if (isSame) return category;
          const row = await updateCategory(tx, id, next);
          const subject = { subjectId: id, subject: row.name };
          await noteAction(tx, { adminId, kind: "categoryUpdated", ...subject, doneAt: clock() });
          return row;
        }),
      );
    },

    /** A category can be deleted only if it has no items, or if `moveTo` names a category to move them to. */
    remove: (adminId: number, id: number, moveTo: number | undefined): Promise<void> =>
      db.transaction(
        async (tx) => {
          const locked = await lockCategories(tx, moveTo === undefined ? [id] : [id, moveTo]);
          const category = locked.find((row) => row.id === id);
          if (!category) throw new AppError("category_not_found");
          const target = locked.find((row) => row.id === moveTo && row.id !== id) ?? null;
          if (moveTo !== undefined && !target) throw fieldError("move_to", "must be another category");
          ensure(target || !(await hasItems(tx, id)), "category_in_use");
          const doneAt = clock();
          await closeCategory(tx, category, target?.id ?? null, doneAt);
          const subject = { subjectId: id, subject: category.name };
          await noteAction(tx, { adminId, kind: "categoryDeleted", ...subject, doneAt });
        },
        { limit: moveLimit },
      ),
  };
}
export type CategoryDeskService = ReturnType<typeof createCategoryDeskService>;

async function refusingTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!violates(error, "categories_name_unique")) throw error;
    throw new AppError("category_name_taken");
  }
}
