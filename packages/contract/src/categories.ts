import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams } from "./paging.ts";

/** Days for which a verification holds unless its reviewer says otherwise. */
export const intervalDays = [90, 180, 365] as const;
/** null: without end. */
export const IntervalDays = Type.Union([Type.Enum([...intervalDays]), Type.Null()]);

export const Category = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    /** Published items in it, kept by the database. */
    posts: Type.Integer({ minimum: 0 }),
    interval_days: IntervalDays,
  },
  { $id: "Category" },
);
export type Category = Static<typeof Category>;

export const listCategories = endpoint({
  name: "listCategories",
  method: "GET",
  path: "/categories",
  summary: "All categories",
  tag: "Categories",
  access: "visitor",
  shared: true,
  replies: { 200: Type.Array(Category) },
  errors: [],
});

export const getCategory = endpoint({
  name: "getCategory",
  method: "GET",
  path: "/categories/:id",
  summary: "One category",
  tag: "Categories",
  access: "visitor",
  shared: true,
  params: IdParams,
  replies: { 200: Category },
  errors: ["category_not_found"],
});
