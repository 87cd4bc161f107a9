import { expect, test } from "vitest";
import type { Notice } from "./notice.ts";
import { inView, type NoticeView } from "./notice-view.ts";

const notice = (key: string, more: Partial<Notice> = {}): Notice => ({
  key,
  id: null,
  type: "System",
  message: `Event ${key}`,
  subMessage: `Post ${key} [View]`,
  url: null,
  created_at: `2025-11-${key}T12:00:00Z`,
  isUnread: false,
  isNew: false,
  ...more,
});

const notices = [
  notice("10", { type: "Article", subMessage: "Caching headers [Read Article]" }),
  notice("12", { type: "Video" }),
  notice("11", { type: "Comment", message: "Kofi commented on your post" }),
];
const keysIn = (view: Partial<NoticeView>, all: readonly Notice[] = notices) =>
  inView(all, { filter: "All", sort: "Newest", search: "", ...view }).map(({ key }) => key);

test("notifications are sorted newest first or oldest first", () => {
  expect(keysIn({ sort: "Newest" })).toEqual(["12", "11", "10"]);
  expect(keysIn({ sort: "Oldest" })).toEqual(["10", "11", "12"]);
});

test("each filter keeps its type", () => {
  expect(keysIn({ filter: "Video" })).toEqual(["12"]);
  expect(keysIn({ filter: "Article" })).toEqual(["10"]);
  expect(keysIn({ filter: "Comment" })).toEqual(["11"]);
  expect(keysIn({ filter: "System" })).toEqual([]);
});

test.each([
  ["kofi", ["11"]],
  ["  CACHING head ", ["10"]],
  ["[read article]", ["10"]],
  ["event", ["12", "10"]],
  ["nowhere", []],
])("a search for %j looks through messages and sub-messages", (search, keys) => {
  expect(keysIn({ search })).toEqual(keys);
});

test("a live arrival is above an external item whose clock runs ahead", () => {
  const all = [notice("20"), notice("13", { id: 4, isNew: true })];
  expect(keysIn({}, all)).toEqual(["13", "20"]);
});

test("items without a time come last, and items of the same time are sorted newest id first", () => {
  const at = "2025-11-13T12:00:00Z";
  const all = [
    notice("a", { created_at: null }),
    notice("b", { id: 3, created_at: at }),
    notice("c", { id: 4, created_at: at }),
  ];
  expect(keysIn({}, all)).toEqual(["c", "b", "a"]);
});
