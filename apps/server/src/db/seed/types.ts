import type { ContentType, Role } from "@cairn/contract";

export interface DemoPerson {
  key: string;
  name: string;
  email: string;
  role: Role;
  /** Holds the admin grant (D17). */
  verified?: boolean;
  interests?: readonly string[];
  joinedDaysAgo: number;
}

/** All times count back from the first start, so that the demo always looks fresh. */
export interface DemoComment {
  author: string;
  text: string;
  hoursAgo: number;
}

export interface DemoMedia {
  /** A file in media/. */
  file: string;
  alt: string;
  poster?: string;
}

/** One revision's own words; `body` names a Markdown file in bodies/. */
export interface DemoRevision {
  title: string;
  body: string;
  hoursAgo: number;
  media?: DemoMedia;
}

/** `revision` is the number of the revision decided about, counted from 1. */
export type DemoDecision = {
  by: string;
  hoursAgo: number;
  decision: "approved" | "flagged";
  revision: number;
  reason?: string;
};

export interface DemoItem {
  key: string;
  type: ContentType;
  /** A category's exact name. */
  category: string;
  author: string;
  status: "Published" | "Pending" | "Flagged" | "Draft";
  revisions: readonly DemoRevision[];
  decisions: readonly DemoDecision[];
  comments: readonly DemoComment[];
}
