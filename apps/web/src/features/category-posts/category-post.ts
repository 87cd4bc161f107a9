/** A post of the categories screen (docs/evidence/spec-clauses.md#s3-category-post). */
export interface CategoryPost {
  /** Its place on the screen, such as "video-1" (docs/rules.md#ids). */
  id: string;
  type: "video" | "article";
  title: string;
  author: string;
  /** ISO 8601; null if the source gives no readable time. */
  date: string | null;
  /** Null if the source's address is not an http(s) URL. */
  url: string | null;
  description: string;
  /** As its source counts them. */
  likesCount: number;
  /** The site it comes from; null for a sample. */
  site: string | null;
  /** Identifies the item at this place: tomorrow another item may be there. */
  source: string;
}

export interface PostCategory {
  name: string;
  posts: readonly CategoryPost[];
}

/** A comment that stays on this device (docs/evidence/spec-clauses.md#s3-comments). */
export interface LocalComment {
  /** A UUID if Cairn wrote it; other apps write numbers. */
  id: string | number;
  body: string;
  user_id: "user";
  created_at: string;
}

/** What this device's reader has done with a post. */
export interface PostTally {
  likes: number;
  /** Liked during this visit: the button is then disabled (docs/evidence/spec-clauses.md#s4-likes). */
  isLiked: boolean;
  dislikes: number;
  isSubscribed: boolean;
  /** Oldest first. */
  comments: readonly LocalComment[];
}

export interface PostActions {
  like: (post: CategoryPost) => void;
  dislike: (post: CategoryPost) => void;
  toggleSubscription: (post: CategoryPost) => void;
  comment: (post: CategoryPost, text: string) => void;
}
