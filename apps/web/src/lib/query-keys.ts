/**
 * The beginnings of keys that several features name: what one fetches and another refreshes, or what two fetch. Every
 * other key stands beside its query.
 */
export const sharedKeys = {
  /** The signed-in user. */
  me: ["me"],
  /** Items that readers see. */
  content: ["content"],
  /** What the member began and did not finish. */
  unfinished: ["content", "unfinished"],
  /** A writer's own items and series. */
  writing: ["writing"],
  /** Series that readers see. */
  series: ["series"],
  /** An item's comments. */
  comments: (contentId: number) => ["comments", contentId] as const,
  /** An item's ledger rows. */
  reviews: (contentId: number) => ["reviews", contentId] as const,
  /** Pages of the site's own. */
  ownPages: ["own-pages"],
  /** All categories. */
  categories: ["library", "categories"],
  /** Labels that begin with a text. */
  labels: (prefix: string) => ["labels", prefix] as const,
} as const;
