import type {
  ActivityKind,
  Category,
  ContentChecks,
  ContentType,
  Decision,
  LanguageCode,
  Media,
  Role,
  Standing,
} from "@cairn/contract";

/** What the admin screens show (docs/rules.md#s3-admin-samples), wherever it comes from (docs/rules.md#sample-and-live-data). */
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

/** An added file may be a PDF (docs/rules.md#s5-admin-forms). */
export type AdminContentType = ContentType | "PDF";

/**
 * docs/rules.md#s4-admin-statuses. Waiting: newly added; Published: sample data only (docs/rules.md#statuses). "Approved,
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
  /** The revision that a decision applies to; live data only. */
  review?: ReviewPoint;
  /** What the mark of the published revision says; null without one; live data only. */
  standing?: Standing | null;
  /** The admin who is reading it at the desk; live data only. */
  reading?: Reading | null;
}

/** An admin's claim on an item while reading it. It expires, so no one holds an item forever. */
export interface Reading {
  name: string;
  isMine: boolean;
  /** ISO 8601. */
  until: string;
}

/** The point in an item's history that an admin has seen. The server refuses a decision about an earlier point. */
export interface ReviewPoint {
  revision: number;
  /** The newest ledger row that the admin has seen; 0 for none. */
  seen: number;
  isWaiting: boolean;
  /** ISO 8601; null when no revision waits. */
  waitingSince: string | null;
  /** The newest decision about the item. */
  last: PastDecision | null;
  can: { approve: boolean; flag: boolean; remove: boolean };
}

/** The content of one revision. */
export interface RevisionWords {
  number: number;
  title: string;
  /** Markdown, as written. */
  body: string;
  type: ContentType;
  /** The category's name. */
  category: string;
  media: Media | null;
  /** What it applies to, in one line; empty if to nothing in particular. */
  appliesTo: string;
  /** Empty: none. */
  summary: string;
  cover: Media | null;
}

/** A decision about an earlier revision, or about this one. */
export interface PastDecision {
  revision: number;
  decision: Decision;
  by: string;
  /** ISO 8601. */
  time: string;
  reason: string | null;
  /** What the author answered to the reason; undefined without an answer. */
  answer?: string | undefined;
}

export interface RevisionToRead extends RevisionWords {
  html: string;
  /** Its code blocks that say `check`. */
  checks: ContentChecks;
  /** The revision that readers see now; null if nothing is public. */
  approved: RevisionWords | null;
  /** Newest first. */
  decisions: readonly PastDecision[];
}

export interface AdminCategory {
  id: number;
  name: string;
  description: string;
  posts: number;
  /** Days for which its items' verifications hold, null without end; live data only. */
  interval?: IntervalDays;
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
  /** Non-admin users, as the spec counts them (docs/rules.md#s2-admin-home). */
  newUsers: number;
  flagged: number;
  categories: number;
  /** Posts without a decision. */
  waiting: number;
  /** Null where the source does not provide the number. */
  activeMembers: number | null;
  emptyCategories: number | null;
  newThisWeek: number | null;
  desk: DeskFigures | null;
}

/** The admins' queue, and how long authors wait for a decision. */
export interface DeskFigures {
  waiting: number;
  /** In seconds, like `median` and `p90`; null if there is no data yet. */
  oldest: number | null;
  median: number | null;
  /** The 90th percentile: nine in ten waits are no longer than this. */
  p90: number | null;
  openReports: number;
  deletionRequests: number;
  logAudit: LogAudit | null;
}

/** The site's own daily look at its public log. */
export interface LogAudit {
  /** ISO 8601. */
  at: string;
  /** Null if the site could not be read. */
  fits: boolean | null;
  /** What does not fit, without a full stop; null if all does. */
  problem: string | null;
}

export interface Activity {
  id: number | string;
  kind: ActivityKind;
  /** ISO 8601. */
  time: string;
  event: string;
}

/** The name of the other admin who is reading an item now; null if there is none. */
export const otherReader = (reading: Reading | null | undefined, now: number): string | null =>
  reading && !reading.isMine && Date.parse(reading.until) > now ? reading.name : null;
