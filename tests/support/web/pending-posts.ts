import { storageKeys } from "@cairn/contract";

/** A post as the device keeps it, with the spec's fields. */
export const samplePost = (more: Record<string, unknown> = {}) => ({
  id: 1763600000000,
  title: "Accessible forms",
  body: "Labels, errors and focus order.",
  media_url: null,
  content_type: "Article",
  status: "Pending",
  category_id: 1,
  category_name: "Fullstack Development",
  ...more,
});

export const storePosts = (...posts: unknown[]) =>
  window.localStorage.setItem(storageKeys.pendingPosts, JSON.stringify(posts));

export const storedPosts = (): Record<string, unknown>[] =>
  JSON.parse(window.localStorage.getItem(storageKeys.pendingPosts) ?? "[]");
