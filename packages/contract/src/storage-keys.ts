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
  likes: "likes",
  comments: "comments",
  pendingPosts: "pendingPosts",
} as const;
