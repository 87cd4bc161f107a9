import type {
  ActivityKind,
  Category,
  Claim,
  ContentType,
  DeskItem,
  LanguageCode,
  Overview,
  Role,
} from "@cairn/contract";

/** What the admin screens show (docs/evidence/spec-clauses.md#s3-admin-samples), wherever it comes from (docs/rules.md#sample-and-live-data). */
export interface AdminUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  active: boolean;
  /** Holds the server's grant (docs/rules.md#roles-and-grants); live data only. */
  verified?: boolean;
  /** As the server gives it; live data only. */
  avatar_small_url?: string | null;
}

export type IntervalDays = Category["interval_days"];

/** An added file may be a PDF (docs/evidence/spec-clauses.md#s5-admin-forms). */
export type AdminContentType = ContentType | "PDF";

/**
 * docs/evidence/spec-clauses.md#s4-admin-statuses. Waiting: newly added; Published: sample data only (docs/rules.md#statuses). "Approved,
 * edit waiting": live data only (docs/rules.md#decisions-on-the-desk).
 */
export type AdminContentStatus =
  | "Waiting"
  | "Pending"
  | "Approved"
  | "Approved, edit waiting"
  | "Flagged"
  | "Published";

export interface AdminContent {
  id: number;
  type: AdminContentType;
  title: string;
  author: string;
  /** As the server gives it; live data only. */
  authorPhoto?: string | null;
  /** The category's name. */
  category: string;
  description: string;
  status: AdminContentStatus;
  fileName: string | null;
  /** The reason for the flag, if the admin gave one. */
  reason: string | null;
  /** null: what the source does not count, or what nobody could like yet. */
  stats: { likes: number | null; shares: number | null; comments: number | null };
  /** As the server gives it; live data only. A decision applies to its revision. */
  desk?: DeskItem;
}

export interface AdminCategory {
  id: number;
  name: string;
  description: string;
  posts: number;
  /** Days for which its items' verifications hold, null without end; live data only. */
  interval_days?: IntervalDays;
}

export interface AdminProfile {
  name: string;
  email: string;
  /** The picture stored on the server; live data only. */
  photo?: string | null;
  /** Those that the admin reads; live data only. */
  languages?: readonly LanguageCode[];
}

export interface AdminOverview {
  totalPosts: number;
  /** Non-admin users, as the spec counts them (docs/evidence/spec-clauses.md#s2-admin-home). */
  newUsers: number;
  flagged: number;
  categories: number;
  /** Posts without a decision. */
  waiting: number;
  /** Null where the source does not provide the number. */
  activeMembers: number | null;
  emptyCategories: number | null;
  newThisWeek: number | null;
  /** As the server gives it; live data only. */
  live: Overview | null;
}

export interface Activity {
  id: number | string;
  kind: ActivityKind;
  /** ISO 8601. */
  time: string;
  event: string;
}

/** The item with the claim that was heard of last. */
export const withClaim = (content: AdminContent, claim: Claim | null): AdminContent =>
  content.desk ? { ...content, desk: { ...content.desk, claim } } : content;

/** The name of the other admin who is reading an item now; null if there is none. */
export const otherReader = (claim: Claim | null | undefined, now: number): string | null =>
  claim && !claim.mine && Date.parse(claim.expires_at) > now ? claim.by.name : null;
