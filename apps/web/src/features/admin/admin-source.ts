import { createContext, use } from "react";
import type { MarkedRun } from "../../lib/code/marked-run.ts";
import type {
  Activity,
  AdminCategory,
  AdminContent,
  AdminOverview,
  AdminProfile,
  AdminUser,
  PastDecision,
  Reading,
  RevisionToRead,
  RevisionWords,
} from "./admin-model.ts";
import type { ContentFilter } from "./contents/content-filter.ts";
import type { Term } from "./contents/term.ts";

/** A failed load; retrying may help. */
export interface Failure {
  text: string;
  onRetry: () => void;
}

/** A loaded value; undefined while it loads and after a failure. */
export interface Answer<Value> {
  value: Value | undefined;
  failure?: Failure;
}

/** The part of a list that is loaded. */
export interface Listing<Row> {
  rows: readonly Row[];
  /** Nothing is loaded yet; skeleton rows are shown. */
  isLoading: boolean;
  failure?: Failure;
  /** Present only if there are more rows to load. */
  more?: { isLoading: boolean; load: () => void };
}

export type UserDraft = Pick<AdminUser, "name" | "email" | "role">;
export type CategoryDraft = Pick<AdminCategory, "name" | "description" | "posts" | "interval">;

/** Fields that are sent with a profile but never displayed. */
export interface ProfileExtras {
  /** Empty keeps the current password. */
  password: string;
  photo: File | null;
}

/** What goes with an approval; live data only. */
export interface ApprovalTerms {
  /** The author reads it (docs/rules.md#notes-of-reviewers). */
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

/** The actions of an admin. Most resolve to the line that the activity shows for the action. */
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

/** An earlier revision and the decision about it. */
export interface Comparison {
  words: RevisionWords;
  /** Undefined if it is the approved revision. */
  decision?: PastDecision;
}

export interface ReadingNews {
  reading: Reading | null;
  /** The item's current state, if it differs from the one that was opened; "gone" if its author withdrew it. */
  moved: AdminContent | "gone" | null;
}

/** The data source of the admin screens, which are the same for every source (docs/rules.md#sample-and-live-data). */
export interface AdminSource {
  readonly kind: "sample" | "live";
  /** A description of the data, shown on every screen. */
  readonly about: string;
  /** The initial filter of the content list. */
  readonly firstFilter: ContentFilter;
  readonly actions: AdminActions;
  useOverview(): Answer<AdminOverview>;
  /** Newest first. */
  useActivity(): Answer<readonly Activity[]>;
  useUsers(search: string): Listing<AdminUser>;
  useContents(filter: ContentFilter): Listing<AdminContent>;
  useCategories(search: string): Listing<AdminCategory>;
  /** The category names to filter content by. */
  useCategoryNames(): readonly string[];
  /** The exact revision that a decision applies to. */
  useRevision(content: AdminContent): Answer<RevisionToRead>;
  /** The revision to compare with: the approved one, else the last one decided on; null for a first submission. */
  useComparison(content: AdminContent, revision: RevisionToRead | undefined): Answer<Comparison | null>;
  /** Subscribes to what other admins do, and refreshes the desk. */
  useDeskNews(): void;
  /** Shows other admins that this item is being read while it is open, and reports what changes about it. */
  useReading(content: AdminContent): ReadingNews;
  useProfile(): Answer<AdminProfile>;
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
export const AdminSourceContext = createContext<AdminSource | null>(null);

export function useAdminSource(): AdminSource {
  const source = use(AdminSourceContext);
  if (!source) throw new Error("An admin screen stands outside of the admin layout.");
  return source;
}
