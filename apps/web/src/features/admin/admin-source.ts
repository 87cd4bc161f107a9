import { createContext, use } from "react";
import type { Activity } from "./activity.ts";
import type { AdminCategory, AdminContent, AdminOverview, AdminProfile, AdminUser } from "./admin-model.ts";
import type { ContentFilter } from "./contents/content-filter.ts";

/** A list as far as it is known. */
export interface Listing<Row> {
  rows: readonly Row[];
  /** Nothing is known yet: bars stand in for the rows. */
  isLoading: boolean;
}

export type UserDraft = Pick<AdminUser, "name" | "email" | "role">;
export type CategoryDraft = Pick<AdminCategory, "name" | "description" | "posts">;

/** What an admin can do. Each answers what was done, in the words of the activity. */
export interface AdminActions {
  addUser(draft: UserDraft): Promise<string>;
  updateUser(user: AdminUser, draft: UserDraft): Promise<string>;
  activateUser(user: AdminUser): Promise<string>;
  deactivateUser(user: AdminUser): Promise<string>;
  approve(content: AdminContent): Promise<string>;
  flag(content: AdminContent): Promise<string>;
  remove(content: AdminContent): Promise<string>;
  /** A file adds a row of content as well (D53). */
  addCategory(draft: CategoryDraft, file: File | null): Promise<string>;
  updateCategory(category: AdminCategory, draft: CategoryDraft): Promise<string>;
  deleteCategory(category: AdminCategory): Promise<string>;
  saveProfile(profile: AdminProfile): Promise<void>;
}

/** Where the admin screens get their data: they are the same for every source (D18). */
export interface AdminSource {
  /** Which data these are: a line on every screen says it. */
  readonly about: string;
  readonly actions: AdminActions;
  /** Undefined while it loads, as are the activity and the profile. */
  useOverview(): AdminOverview | undefined;
  /** Newest first. */
  useActivity(): readonly Activity[] | undefined;
  useUsers(search: string): Listing<AdminUser>;
  useContents(filter: ContentFilter): Listing<AdminContent>;
  useCategories(search: string): Listing<AdminCategory>;
  /** What content can be filtered by. */
  useCategoryNames(): readonly string[];
  useProfile(): AdminProfile | undefined;
}

export const AdminSourceContext = createContext<AdminSource | null>(null);

export function useAdminSource(): AdminSource {
  const source = use(AdminSourceContext);
  if (!source) throw new Error("An admin screen stands outside of the admin layout.");
  return source;
}
