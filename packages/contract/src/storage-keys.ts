/** Local storage keys, exactly as the spec names them (docs/evidence/spec-clauses.md#s3-storage-keys). */
export const storageKeys = {
  accessToken: "access_token",
  refreshToken: "refresh_token",
  userRole: "user_role",
  userId: "user_id",
  resetEmail: "resetEmail",
  /** The code that was verified, until the password is set (docs/rules.md#names-of-controls). */
  resetCode: "resetCode",
  videos: "videos",
  articles: "articles",
  /** When the two lists were fetched, in milliseconds since 1970 (docs/rules.md#feed-cache). */
  videosAt: "videos_at",
  articlesAt: "articles_at",
  likes: "likes",
  comments: "comments",
  /** Which external item was at each place of the categories screen when it was liked or commented on. */
  categoryPosts: "category_posts",
  pendingPosts: "pendingPosts",
  /** `light` or `dark` if the device has a theme of its own; absent: the system's (docs/rules.md#account-menu). */
  theme: "theme",
  /** Lists of pending posts that could not be read (docs/rules.md#unreadable-pending-posts). */
  pendingPostsBad: "pendingPosts.bad",
} as const;
