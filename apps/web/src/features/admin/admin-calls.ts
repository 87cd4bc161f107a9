import type { QueryKey, UseInfiniteQueryOptions, UseQueryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { MarkedRun } from "../../lib/code/marked-run.ts";
import type { Page } from "../../lib/pages.ts";
import type {
  Activity,
  AdminCategory,
  AdminContent,
  AdminOverview,
  AdminProfile,
  AdminUser,
  IntervalDays,
} from "./admin-model.ts";
import type { ContentFilter } from "./contents/content-filter.ts";
import type { Term } from "./contents/term.ts";

export type ValueQuery<Value> = UseQueryOptions<Value>;
export type ListQuery<Row> = UseInfiniteQueryOptions<
  Page<Row>,
  Error,
  readonly Row[],
  QueryKey,
  string | undefined
>;

export type UserDraft = Pick<AdminUser, "name" | "email" | "role">;
export type CategoryDraft = Pick<AdminCategory, "name" | "description" | "posts"> & {
  interval?: IntervalDays | undefined;
};

/** Fields that are sent with a profile but never displayed. */
export interface ProfileExtras {
  /** Empty keeps the current password. */
  password: string;
  photo: File | null;
}

/** What goes with an approval; live data only. */
export interface ApprovalTerms {
  /** The author reads it (docs/rules.md#decisions-and-notifications). */
  note?: string;
  /** For how long it is to hold, as chosen. */
  term?: Term;
  /** Expiry date (ISO 8601); null: never; undefined: the category's default. */
  goodUntil?: string | null | undefined;
  /** Why the term cannot be sent. */
  problem?: string | undefined;
  /** The revision whose text this admin has seen; nothing else is approved (docs/rules.md#decisions-on-the-desk). */
  seenRevision?: number;
  /** What its code did in this admin's browser; undefined where none is marked. */
  code?: MarkedRun | undefined;
}

/** Most resolve to the line that the activity shows for the action. */
export interface AdminActions {
  addUser(draft: UserDraft): Promise<string>;
  updateUser(user: AdminUser, draft: UserDraft): Promise<string>;
  activateUser(user: AdminUser): Promise<string>;
  deactivateUser(user: Pick<AdminUser, "id" | "name">): Promise<string>;
  /** Grants admin rights to an Admin, or revokes them (docs/rules.md#roles-and-grants). */
  verifyUser?(user: AdminUser, verified: boolean): Promise<string>;
  approve(content: AdminContent, terms?: ApprovalTerms): Promise<string>;
  /** With live data, authors see the reason. */
  flag(content: AdminContent, reason?: string): Promise<string>;
  /** With live data the reason is asked for. */
  remove(content: AdminContent, reason?: string): Promise<string>;
  /** A file also creates a content row (docs/rules.md#categories-of-the-sample). */
  addCategory(draft: CategoryDraft, file: File | null): Promise<string>;
  updateCategory(category: AdminCategory, draft: CategoryDraft): Promise<string>;
  /** `moveTo`: the category that receives its items, if it has any. */
  deleteCategory(category: AdminCategory, moveTo?: number): Promise<string>;
  saveProfile(profile: AdminProfile, more: ProfileExtras): Promise<void>;
  /** Downloads the whole activity as a file. */
  saveActivity?(): Promise<string>;
}

/** What the screens of the specification read and do, which the sample answers in place of the server. */
export interface AdminCalls extends AdminActions {
  readonly kind: "sample" | "live";
  readonly overview: ValueQuery<AdminOverview>;
  /** Newest first. */
  readonly activity: ValueQuery<readonly Activity[]>;
  readonly categories: ValueQuery<readonly AdminCategory[]>;
  readonly profile: ValueQuery<AdminProfile>;
  users(search: string): ListQuery<AdminUser>;
  contents(filter: ContentFilter): ListQuery<AdminContent>;
}

/** For admins who may switch between the sources. */
export interface SourceSwitch {
  onSwitch: () => void;
  /** True once after each switch: the screen was remounted, so the button must take its focus back. */
  takeFocus: () => boolean;
}

/** Asks the server again who is signed in; null unless that request failed. */
export const AskAgainContext = createContext<(() => void) | null>(null);

export const SourceSwitchContext = createContext<SourceSwitch | null>(null);
export const AdminCallsContext = createContext<AdminCalls | null>(null);

export function useAdminCalls(): AdminCalls {
  const calls = use(AdminCallsContext);
  if (!calls) throw new Error("An admin screen stands outside of the admin layout.");
  return calls;
}
