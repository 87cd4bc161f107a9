import type { ContentType, Media, Role } from "@cairn/contract";

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
}

/** The point in an item's history that an admin looks at: a decision about an earlier one is refused. */
export interface ReviewPoint {
  revision: number;
  /** The newest ledger row that was seen; 0 for none. */
  seen: number;
  isWaiting: boolean;
  /** ISO 8601; null when no revision waits. */
  waitingSince: string | null;
  can: { approve: boolean; flag: boolean; remove: boolean };
}

/** The text and file of one revision. */
export interface RevisionToRead {
  title: string;
  html: string;
  media: Media | null;
  /** Number of the revision that readers have now, if any. */
  approved: number | null;
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
}
