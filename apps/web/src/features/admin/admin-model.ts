import type { ContentType, Decision, Media, Role } from "@cairn/contract";

/** What the admin screens show (spec section 3), wherever it comes from (D18). */
export interface AdminUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  active: boolean;
  /** Holds the server's grant (D17); only live. */
  verified?: boolean;
}

/** An added file may be a PDF (spec section 5). */
export type AdminContentType = ContentType | "PDF";

/** Spec section 4. Waiting: newly added; Published: sample data only (D25). */
export type AdminContentStatus = "Waiting" | "Pending" | "Approved" | "Flagged" | "Published";

export interface AdminContent {
  id: number;
  type: AdminContentType;
  title: string;
  author: string;
  /** The category's name. */
  category: string;
  description: string;
  status: AdminContentStatus;
  fileName: string | null;
  /** Why it was flagged, where somebody said so. */
  reason: string | null;
  /** Null: nobody counts them. */
  stats: { likes: number; shares: number | null; comments: number };
  /** What a decision is about; only live. */
  review?: ReviewPoint;
  /** Who is reading it at the desk; only live. */
  reading?: Reading | null;
}

/** It runs out by itself: nobody holds an item for ever. */
export interface Reading {
  name: string;
  isMine: boolean;
  /** ISO 8601. */
  until: string;
}

/** The point in an item's history that an admin looks at: a decision about an earlier one is refused. */
export interface ReviewPoint {
  revision: number;
  /** The newest ledger row that was seen; 0 for none. */
  seen: number;
  isWaiting: boolean;
  /** ISO 8601; null when no revision waits. */
  waitingSince: string | null;
  /** The newest decision about the item. */
  last: PastDecision | null;
  can: { approve: boolean; flag: boolean; remove: boolean };
}

/** What one revision says. */
export interface RevisionWords {
  number: number;
  title: string;
  /** Markdown, as written. */
  body: string;
  type: ContentType;
  /** The category's name. */
  category: string;
  media: Media | null;
}

/** A decision about an earlier revision, or about this one. */
export interface PastDecision {
  revision: number;
  decision: Decision;
  by: string;
  /** ISO 8601. */
  time: string;
  reason: string | null;
}

export interface RevisionToRead extends RevisionWords {
  html: string;
  /** What readers have now, if anything. */
  approved: RevisionWords | null;
  /** Newest first. */
  decisions: readonly PastDecision[];
}

export interface AdminCategory {
  id: number;
  name: string;
  description: string;
  posts: number;
}

export interface AdminProfile {
  name: string;
  email: string;
  /** The picture kept by the server; only live. */
  photo?: string | null;
}

export interface AdminOverview {
  totalPosts: number;
  /** Non-admin users, as the spec counts them (section 2). */
  newUsers: number;
  flagged: number;
  categories: number;
  /** Posts without a decision. */
  waiting: number;
  /** What only one of the sources knows is null in the other. */
  activeMembers: number | null;
  emptyCategories: number | null;
  newThisWeek: number | null;
  desk: DeskFigures | null;
}

/** What waits for the admins, and how long authors wait for them. */
export interface DeskFigures {
  waiting: number;
  /** In seconds, like the next two; null before there is anything to say. */
  oldest: number | null;
  median: number | null;
  /** Nine in ten wait no longer. */
  p90: number | null;
  openReports: number;
  deletionRequests: number;
}
