import { createContext, use } from "react";
import type { Activity } from "./activity.ts";
import type {
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

/** Something could not be had; trying again may help. */
export interface Failure {
  text: string;
  onRetry: () => void;
}

/** Undefined while it loads, and when it failed. */
export interface Answer<Value> {
  value: Value | undefined;
  failure?: Failure;
}

/** A list as far as it is known. */
export interface Listing<Row> {
  rows: readonly Row[];
  /** Nothing is known yet: bars stand in for the rows. */
  isLoading: boolean;
  failure?: Failure;
  /** Only where there is more. */
  more?: { isLoading: boolean; load: () => void };
}

export type UserDraft = Pick<AdminUser, "name" | "email" | "role">;
export type CategoryDraft = Pick<AdminCategory, "name" | "description" | "posts">;

/** What is sent along with a profile, and shown nowhere. */
export interface ProfileExtras {
  /** Empty: the one there is stays. */
  password: string;
  photo: File | null;
}

/** What an admin can do. Each answers what was done, in the words of the activity. */
export interface AdminActions {
  addUser(draft: UserDraft): Promise<string>;
  updateUser(user: AdminUser, draft: UserDraft): Promise<string>;
  activateUser(user: AdminUser): Promise<string>;
  deactivateUser(user: Pick<AdminUser, "id" | "name">): Promise<string>;
  /** Gives an Admin the grant, or takes it (D17). */
  verifyUser?(user: AdminUser, verified: boolean): Promise<string>;
  approve(content: AdminContent): Promise<string>;
  /** Live, authors learn the reason. */
  flag(content: AdminContent, reason?: string): Promise<string>;
  remove(content: AdminContent): Promise<string>;
  /** A file adds a row of content as well (D53). */
  addCategory(draft: CategoryDraft, file: File | null): Promise<string>;
  updateCategory(category: AdminCategory, draft: CategoryDraft): Promise<string>;
  /** Its items, if it has any, move to another one. */
  deleteCategory(category: AdminCategory, moveTo?: number): Promise<string>;
  saveProfile(profile: AdminProfile, more: ProfileExtras): Promise<void>;
  /** The whole activity as a file on the admin's device. */
  saveActivity?(): Promise<string>;
}

/** An earlier revision, with what became of it. */
export interface Comparison {
  words: RevisionWords;
  /** Undefined: it is the approved one. */
  decision?: PastDecision;
}

export interface ReadingNews {
  reading: Reading | null;
  /** The item as it stands now, once that is another than the one that was opened; gone: its author took it back. */
  moved: AdminContent | "gone" | null;
}

/** Where the admin screens get their data: they are the same for every source (D18). */
export interface AdminSource {
  readonly kind: "sample" | "live";
  /** Which data these are: a line on every screen says it. */
  readonly about: string;
  /** How content is listed at first. */
  readonly firstFilter: ContentFilter;
  readonly actions: AdminActions;
  useOverview(): Answer<AdminOverview>;
  /** Newest first. */
  useActivity(): Answer<readonly Activity[]>;
  useUsers(search: string): Listing<AdminUser>;
  useContents(filter: ContentFilter): Listing<AdminContent>;
  useCategories(search: string): Listing<AdminCategory>;
  /** What content can be filtered by. */
  useCategoryNames(): readonly string[];
  /** Exactly the revision that a decision would be about. */
  useRevision(content: AdminContent): Answer<RevisionToRead>;
  /** What it is compared to: the approved revision, else the last one decided about; null for a first submission. */
  useComparison(content: AdminContent, revision: RevisionToRead | undefined): Answer<Comparison | null>;
  /** Keeps what the desk shows true to what others do there. */
  useDeskNews(): void;
  /** Tells other admins that this item is being read, as long as it is, and hears what becomes of it. */
  useReading(content: AdminContent): ReadingNews;
  useProfile(): Answer<AdminProfile>;
}

/** For those who may choose between the sources. */
export interface SourceSwitch {
  onSwitch: () => void;
  /** True once after each switch: the screen began anew, and the button is to have the focus it had. */
  takeFocus: () => boolean;
}

/** Asks the server once more who is signed in; null unless that failed. */
export const AskAgainContext = createContext<(() => void) | null>(null);

export const SourceSwitchContext = createContext<SourceSwitch | null>(null);
export const AdminSourceContext = createContext<AdminSource | null>(null);

export function useAdminSource(): AdminSource {
  const source = use(AdminSourceContext);
  if (!source) throw new Error("An admin screen stands outside of the admin layout.");
  return source;
}
