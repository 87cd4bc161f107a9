import { type Static, Type } from "typebox";
import { Category, IntervalDays } from "./categories.ts";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";
import { OneLine } from "./one-line.ts";
import { Cursor, Id, IdParams } from "./paging.ts";

const Name = OneLine(limits.categoryLength);
const Description = Type.String({ maxLength: limits.categoryDescriptionLength });

export const listAdminCategories = endpoint({
  name: "listAdminCategories",
  method: "GET",
  path: "/admin/categories",
  summary: "All categories: a school has a handful, so they come on one page",
  tag: "Admin",
  access: "verifiedAdmin",
  replies: {
    200: Type.Object({
      items: Type.Array(Category),
      next: Type.Union([Cursor, Type.Null()]),
      total: Type.Integer({ minimum: 0 }),
    }),
  },
  errors: [],
});

export const CategoryDraft = Type.Object(
  {
    name: Name,
    /** A category is added only with a name and a description (docs/evidence/spec-clauses.md#s5-admin-forms). */
    description: VisibleText(limits.categoryDescriptionLength),
  },
  { $id: "CategoryDraft", additionalProperties: false },
);
export type CategoryDraft = Static<typeof CategoryDraft>;

export const createCategory = endpoint({
  name: "createCategory",
  method: "POST",
  path: "/admin/categories",
  summary: "Add a category",
  tag: "Admin",
  access: "verifiedAdmin",
  body: CategoryDraft,
  replies: { 201: Category },
  errors: ["category_name_taken"],
});

export const CategoryChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    /** Counts for approvals from now on; dates that were given stay. */
    interval_days: Type.Optional(IntervalDays),
  },
  { $id: "CategoryChange", additionalProperties: false },
);
export type CategoryChange = Static<typeof CategoryChange>;

export const changeCategory = endpoint({
  name: "changeCategory",
  method: "PATCH",
  path: "/admin/categories/:id",
  summary: "Rename or describe a category, or say for how long its verifications hold",
  tag: "Admin",
  access: "verifiedAdmin",
  params: IdParams,
  body: CategoryChange,
  replies: { 200: Category },
  errors: ["category_not_found", "category_name_taken"],
});

export const deleteCategory = endpoint({
  name: "deleteCategory",
  method: "DELETE",
  path: "/admin/categories/:id",
  summary: "Delete a category that has no items, or move them to another one",
  tag: "Admin",
  access: "verifiedAdmin",
  params: IdParams,
  query: Type.Object({ move_to: Type.Optional(Id) }, { additionalProperties: false }),
  replies: { 200: Type.Object({ message: Type.Literal("Category deleted") }) },
  errors: ["category_not_found", "category_in_use"],
});
