import type { Locator } from "@playwright/test";

/** What an article says of its code: one status for each block. A film's player has one of its own. */
export const statusesOfCode = (article: Locator): Locator =>
  article.locator('[role="status"]:not([aria-label="Player"] *)');
