/** A post of the categories screen (spec section 3). */
export interface CategoryPost {
  /** Its place on the screen, such as "video-1" (D2). */
  id: string;
  type: "video" | "article";
  title: string;
  author: string;
  /** ISO 8601; null when its source told no readable time. */
  date: string | null;
  /** Null when its source's address is none of the web. */
  url: string | null;
  description: string;
  /** As its source counts them. */
  likesCount: number;
  /** The site it comes from; null for a sample. */
  site: string | null;
  /** What stands at its place: another item may stand there tomorrow. */
  source: string;
}

export interface PostCategory {
  name: string;
  posts: readonly CategoryPost[];
}

/** A comment that stays on this device (spec section 3). */
export interface LocalComment {
  /** A UUID where Cairn wrote it; others write numbers. */
  id: string | number;
  body: string;
  user_id: "user";
  created_at: string;
}

/** What a reader of this device has done about a post. */
export interface PostTally {
  likes: number;
  /** Of this visit: pressed once, the button is disabled (spec section 4). */
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
