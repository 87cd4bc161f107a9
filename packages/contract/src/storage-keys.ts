/** Local storage keys, exactly as the spec names them (section 3). */
export const storageKeys = {
  accessToken: "access_token",
  refreshToken: "refresh_token",
  userRole: "user_role",
  userId: "user_id",
  resetEmail: "resetEmail",
  /** D64. */
  resetCode: "resetCode",
  videos: "videos",
  articles: "articles",
  /** D34: when the two lists were fetched, in milliseconds since 1970. */
  videosAt: "videos_at",
  articlesAt: "articles_at",
  likes: "likes",
  comments: "comments",
  /** Which outside item stood at each place of the categories screen when it was liked or commented on. */
  categoryPosts: "category_posts",
  pendingPosts: "pendingPosts",
  /** D50. */
  pendingPostsBad: "pendingPosts.bad",
} as const;
