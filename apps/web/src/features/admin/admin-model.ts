import type { ContentType, Role } from "@cairn/contract";

/** What the admin screens show (spec section 3), wherever it comes from (D18). */
export interface AdminUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  active: boolean;
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
  stats: { likes: number; shares: number; comments: number };
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
}

export interface AdminOverview {
  totalPosts: number;
  /** Non-admin users, as the spec counts them (section 2). */
  newUsers: number;
  flagged: number;
  categories: number;
  /** Posts without a decision. */
  waiting: number;
  activeMembers: number;
  emptyCategories: number;
}
